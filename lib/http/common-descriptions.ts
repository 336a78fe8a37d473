/** What a field is called by wherever it means the same, for contracts that say nothing else of it: by name and type. */
const usualWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  id: {
    account: 'Of someone who can sign in here, in a project or not',
    agreement: 'Of a computation of agreement',
    import: 'Of a file that was or is read in',
    invite: 'Of a link by which someone joins',
    annotation: 'Of one person’s pass over one solution',
    lease: 'What you hold a solution by, as the claim gave it',
    person: 'Of the account of someone in the project',
    problem: 'Of a statement that solutions answer',
    regrade: 'Of a reading of all answers anew',
    release: 'Of a release; people call it by its number',
    run: 'Of a run of its kind: the reply that began it names it',
    scorer: 'Of what gives scores to steps',
    solution: 'Of one attempt at a problem',
    user: 'Of someone’s account',
    webhook: 'Of an address that is told what happens',
    writer:
      'Made by your program when it begins: saves of another one must be based on yours, and the other way round',
  },
  instant: {
    createdAt: 'When it was made',
    expiresAt: 'When it ends by itself; null: never',
    finishedAt: 'When it ended, in whatever way; null: it has not',
    startedAt: 'When it began',
    submittedAt: 'When it was submitted; null: it is not, or came with data without a time',
  },
  text: {
    after: 'Where the page begins: `next` of the page before; left out, at the beginning',
    by: 'Name of whoever did or asked for it',
    email: 'By which an account is signed in to',
    explanation: 'What the mistake is, in words',
    externalId: 'The id that it came with',
    message: 'What is to be known of it, in words',
    next: 'Where the next page begins, to be sent as `after`; null: this is the last',
    note: 'What was written beside it',
    project: 'The project’s name in addresses',
    secret: 'Shown this once and kept nowhere that it could be read again',
  },
  'whole number': {
    limit: 'Of one page',
    revision: 'Of the solution’s steps: goes up where they are cut anew',
  },
  number: {
    allRows: 'How many there are to be read; null: not counted yet',
    guidelineVersion: 'Which version of the guideline it went by',
    readRows: 'How many were read until now',
    revision: 'Of the solution’s steps: goes up where they are cut anew',
  },
}

/** Empty where there are none. `type`: as `nameType` says it; that it can be null changes nothing. */
export function findCommonDescription(name: string, type: string): string {
  return usualWords[type.replace(/ \| null$/, '')]?.[name] ?? ''
}
