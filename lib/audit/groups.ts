/** What the log can be read by. */
export const auditGroups = {
  account: 'Accounts and signing in',
  project: 'Projects and settings',
  people: 'People and pauses',
  work: 'Labelling and the queue',
  review: 'Review and rulings',
  gold: 'Gold and screening',
  data: 'Imports, exports and releases',
  selection: 'Scores, rounds and figures',
} as const

export type AuditGroup = keyof typeof auditGroups
