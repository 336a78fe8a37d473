import type { Flow } from '@/lib/projects/settings'
import type { Project } from './project'
import { templateChoices } from './setting-choices'

const flowNames = {
  solution: 'stop at first error',
  step_choice: 'step choice',
} as const satisfies Record<Flow, string>

/** The settings that can't be changed. */
export function describeProjectKind({
  template,
  flow,
}: Pick<Project, 'template' | 'flow'>): string {
  const { label } = templateChoices.find(({ value }) => value === template)!
  return `Template: ${label} · Flow: ${flowNames[flow]} (can’t be changed)`
}
