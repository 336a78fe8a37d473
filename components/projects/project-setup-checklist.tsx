import { ButtonLink } from '@/components/ui/button'
import { Checklist, type ChecklistItem } from '@/components/ui/checklist'
import { CommandLineText } from '@/components/ui/command-line-text'
import { Link } from '@/components/ui/link'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { Progress, Project } from './project'

/** The steps from a new project to its first annotation. The first unfinished step is the current one. */
export function ProjectSetupChecklist({
  project,
  progress,
}: {
  project: Project
  progress: Progress
}) {
  const { slug } = project
  const steps = listSetupSteps(project, progress)
  const currentIndex = steps.findIndex(({ isDone }) => !isDone)
  const items: ChecklistItem[] = steps.map(
    ({ title, description, isDone, href, button, command }, index) => ({
      title,
      description,
      state: isDone ? 'done' : index === currentIndex ? 'now' : 'later',
      action:
        href === undefined ? undefined : (
          <>
            {isDone ? (
              <Link href={`/projects/${slug}/${href}`}>{button}</Link>
            ) : (
              <ButtonLink
                href={`/projects/${slug}/${href}`}
                tone={index === currentIndex ? 'primary' : 'plain'}
              >
                {button}
              </ButtonLink>
            )}
            {command && !isDone && (
              <div className="pt-4">
                <CommandLineText command={command} />
              </div>
            )}
          </>
        ),
    }),
  )
  return <Checklist items={items} />
}

function listSetupSteps({ slug, role }: Project, progress: Progress) {
  const { solutions, problems, people, waiting } = progress
  return [
    {
      title: 'Create project',
      description: role === 'admin' ? 'You are its admin.' : 'It has its own queue and members.',
      isDone: true,
    },
    solutions > 0
      ? {
          title: 'Import solutions',
          description: `${formatQuantity(solutions, 'solution')} for ${formatQuantity(problems, 'problem')} · ${formatCount(waiting ?? 0)} waiting`,
          isDone: true,
          href: 'data',
          button: 'Import more',
        }
      : {
          title: 'Import solutions',
          description:
            'Upload a JSONL, JSON or CSV file. You get a preview before anything is imported.',
          isDone: false,
          href: 'data',
          button: 'Import solutions',
          command: `npm run -s stepmark -- import candidates.jsonl --project ${slug}`,
        },
    people > 1
      ? {
          title: 'Invite people',
          description: formatQuantity(people, 'member'),
          isDone: true,
          href: 'people',
          button: 'Manage people',
        }
      : {
          title: 'Invite people',
          description:
            'Annotators label. Reviewers also adjudicate disagreements. To screen new annotators, turn screening on first.',
          isDone: false,
          href: 'people',
          button: 'Invite people',
        },
    {
      title: 'Label solutions',
      description:
        'Until the first round, convincing wrong answers come first. Read each solution up to its first error.',
      isDone: false,
      ...(solutions > 0 ? { href: 'label', button: 'Label' } : {}),
    },
  ]
}
