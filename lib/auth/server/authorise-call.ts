import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { Actor, Role } from '../actor'
import { authoriseAction } from '../authorise'
import { type Action, actionPolicy, type PolicyRow } from '../policy'
import { reuseOrFindProjectAccess, type ProjectAccess, type LoadedProject } from './project-access'

/**
 * `instance`: the call does not include a project. `project`: its input has `project`, and the membership is looked
 * up.
 */
export type CallScope = 'instance' | 'project'

/**
 * Checks access for every call. To a stranger, a project that they are no member of looks like one that does not
 * exist, and so does everything in it.
 */
export async function authoriseCall(
  db: Transaction,
  { actor, loadedProject }: { actor: Actor; loadedProject: LoadedProject | null },
  action: Action,
  scope: CallScope,
  input: Record<string, unknown>,
): Promise<ProjectAccess | null> {
  if (scope === 'instance' || actor.kind === 'anonymous') {
    authoriseAction(actor, null, action)
    return null
  }
  const project = await reuseOrFindProjectAccess(db, actor, String(input.project), loadedProject)
  if (!project) throw new AppError('not_found', 'Project not found, or you are not a member.')
  const role: Role | null = project.role
  authoriseAction(actor, role, action)
  rejectPaused(project, actionPolicy[action])
  return project
}

function rejectPaused({ pause }: ProjectAccess, { whilePaused }: PolicyRow): void {
  if (pause && !whilePaused)
    throw new AppError(
      'paused',
      `You are paused in this project. ${pause.message} You can still see your own work.`,
      { since: pause.since },
    )
}
