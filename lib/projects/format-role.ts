import type { memberRoles } from './contract'

/** `a reviewer`, `an admin` */
export const formatRoleWithArticle = (role: (typeof memberRoles)[number]) =>
  role === 'reviewer' ? `a ${role}` : `an ${role}`
