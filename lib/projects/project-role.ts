import type { Role } from '@/lib/auth/actor'

/** The role whose rights a person has in a project: instance admins have those of an admin. */
export const getProjectRole = (
  person: { isInstanceAdmin: boolean },
  project: { role: Role | null },
): Role => (person.isInstanceAdmin ? 'admin' : (project.role ?? 'annotator'))
