import type { ProjectAccess } from '@/lib/auth/server/project-access'
import type { Splitting } from '../settings'

/** A project as replies carry it. The style of splitting is one of ours: a constraint of the table sees to it. */
export function describeProject({ pause: _, ...project }: ProjectAccess) {
  return { ...project, splitting: project.splitting as Splitting }
}
