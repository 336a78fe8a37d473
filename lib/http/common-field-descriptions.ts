/**
 * Descriptions on the page /api-docs of fields that mean the same in every contract, by type and name. Used when a contract
 * has none of its own.
 */
const commonDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  id: {
    account: 'Account id',
    agreement: 'Agreement computation id',
    import: 'Import id',
    invite: 'Invite id',
    annotation: 'Annotation id: one person’s labels of one solution',
    lease: 'Lease id, from the claim',
    person: 'Account id of a project member',
    problem: 'Problem id',
    regrade: 'Id of a run that grades all answers again',
    release: 'Release id; people use its number',
    run: 'Run id, from the call that started it',
    scorer: 'Scorer id',
    solution: 'Solution id',
    user: 'Account id',
    webhook: 'Webhook id',
    writer:
      'Id that your client generates when it starts. A save with a different writer must be based on the latest saved version',
  },
  instant: {
    createdAt: 'Creation time',
    expiresAt: 'Expiry time; null: never',
    finishedAt: 'End time, whatever the outcome; null: not finished',
    startedAt: 'When it began',
    submittedAt: 'Submission time; null: not submitted, or imported without a time',
  },
  text: {
    after: 'Cursor: `next` of the previous page; omit for the first page',
    by: 'Name of the person who did or requested it',
    email: 'Email address of the account',
    explanation: 'Explanation of the mistake',
    externalId: 'Id in the imported file',
    message: 'Message for people',
    next: 'Cursor of the next page, to send as `after`; null: last page',
    note: 'Note',
    project: 'Project name in URLs',
    secret: 'Secret, shown only once',
  },
  'whole number': {
    limit: 'Entries per page',
    revision: 'Revision of the solution’s steps; increases when they are split again',
  },
  number: {
    allRows: 'Total rows to read; null: not counted yet',
    guidelineVersion: 'Guideline version that applied',
    readRows: 'Rows read so far',
    revision: 'Revision of the solution’s steps; increases when they are split again',
  },
}

/** Empty if there is no description. `type` comes from `formatSchemaType`; null in a union is ignored. */
export function findCommonFieldDescription(name: string, type: string): string {
  return commonDescriptions[type.replace(/ \| null$/, '')]?.[name] ?? ''
}
