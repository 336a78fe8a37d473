/** Groups of actions that the log can be filtered by. */
export const auditGroups = {
  account: 'Accounts and sign-in',
  project: 'Projects and settings',
  people: 'People and pauses',
  work: 'Annotation and queue',
  review: 'Review and decisions',
  gold: 'Gold and screening',
  data: 'Imports, exports and releases',
  selection: 'Scores, rounds and evaluation',
} as const

export type AuditGroup = keyof typeof auditGroups
