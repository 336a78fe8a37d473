import type { Flow } from '@/lib/projects/settings'
import type { Project } from './project'
import { templateChoices } from './setting-words'

const work = {
  solution: 'solutions are read as far as their first error',
  step_choice: 'solutions are built from options',
} as const satisfies Record<Flow, string>

/** What a project is and stays, before what can be changed about it. */
export function describeProjectKind({ slug, template, flow }: Project): string {
  const began = templateChoices.find(({ value }) => value === template)!.label
  return `Its address is ${slug}, it began with the template “${began}”, and in it ${work[flow]}: this stays as it is. The rest can be changed at any time, and labels that are there are not touched.`
}
