import type { Role } from '@/lib/auth/actor'

/** What a person can do in a project. Instance admins can do everything. */
export const getProjectRole = (
  person: { isInstanceAdmin: boolean },
  project: { role: Role | null },
): Role => (person.isInstanceAdmin ? 'admin' : (project.role ?? 'annotator'))
