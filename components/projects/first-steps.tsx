import { ButtonLink } from '@/components/ui/button'
import { CommandLine } from '@/components/ui/command-line'
import { Link } from '@/components/ui/link'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { RailList, type RailItem } from '@/components/ui/rail-list'
import type { Progress, Project } from './project'

/** The way from a new project to its first annotation. The first step that is not done is the one to do. */
export function FirstSteps({ project, progress }: { project: Project; progress: Progress }) {
  const { slug } = project
  const steps = listSteps(project, progress)
  const now = steps.findIndex(({ isDone }) => !isDone)
  const items: RailItem[] = steps.map(({ title, words, isDone, href, button, command }, index) => ({
    title,
    words,
    state: isDone ? 'done' : index === now ? 'now' : 'later',
    act:
      href === undefined ? undefined : (
        <>
          {isDone ? (
            <Link href={`/projects/${slug}/${href}`}>{button}</Link>
          ) : (
            <ButtonLink
              href={`/projects/${slug}/${href}`}
              tone={index === now ? 'primary' : 'plain'}
            >
              {button}
            </ButtonLink>
          )}
          {command && !isDone && (
            <div className="pt-4">
              <CommandLine command={command} />
            </div>
          )}
        </>
      ),
  }))
  return <RailList items={items} />
}

function listSteps({ slug, role }: Project, progress: Progress) {
  const { solutions, problems, people, open } = progress
  return [
    {
      title: 'Project made',
      words: role === 'admin' ? 'You are its admin.' : 'It has a queue and people of its own.',
      isDone: true,
    },
    solutions > 0
      ? {
          title: 'Solutions brought in',
          words: `${formatNoun(solutions, 'solution')} to ${formatNoun(problems, 'problem')}, ${formatCount(open ?? 0)} open in the queue.`,
          isDone: true,
          href: 'data',
          button: 'Bring in more',
        }
      : {
          title: 'Bring solutions in',
          words:
            'A JSONL file, one problem a line with its solutions, or PRM800K as it is. The file is looked at first and changes nothing until you say so.',
          isDone: false,
          href: 'data',
          button: 'Choose a file',
          command: `npm run -s stepmark -- import candidates.jsonl --project ${slug}`,
        },
    people > 1
      ? {
          title: 'People added',
          words: `${formatNoun(people, 'person is', 'people are')} in the project.`,
          isDone: true,
          href: 'people',
          button: 'People',
        }
      : {
          title: 'Invite people',
          words:
            'Annotators label, reviewers also see the queue and the people. You can do both yourself.',
          isDone: false,
          href: 'people',
          button: 'Invite a person',
        },
    {
      title: 'Label',
      words:
        'The queue serves convincing wrong answers first. Each solution is read until its first error.',
      isDone: false,
      ...(solutions > 0 ? { href: 'label', button: 'Label' } : {}),
    },
  ]
}
