/** Under which heading the pages and the OpenAPI document show a call, by the first word of its address. */
export interface CallPart {
  /** In addresses: `/api-docs?part=queue`. */
  id: string
  title: string
  words: string
}

interface PartRow extends CallPart {
  segments: readonly string[]
}

const rows = [
  {
    id: 'account',
    title: 'Account',
    words: 'Who you are, and the tokens that scripts carry.',
    segments: ['account', 'tokens'],
  },
  {
    id: 'projects',
    title: 'Projects',
    words: 'Labelling campaigns: their settings, members, guideline, progress and audit log.',
    segments: [
      ...['', 'members', 'guideline', 'progress', 'previews', 'invites', 'dashboard', 'audit'],
    ],
  },
  {
    id: 'annotation',
    title: 'Annotation',
    words: 'Claiming a solution, saving and submitting its annotation, and one’s own work.',
    segments: ['claims', 'leases', 'own', 'practice'],
  },
  {
    id: 'queue',
    title: 'Queue and rounds',
    words: 'Which solutions are labelled next, and why.',
    segments: ['queue', 'rounds'],
  },
  {
    id: 'scoring',
    title: 'Scoring',
    words: 'Scorers, the runs that score solutions, and scores from elsewhere.',
    segments: ['scorers', 'score-runs', 'score-imports'],
  },
  {
    id: 'quality',
    title: 'Quality',
    words: 'Gold, screening, pauses, and how well people label.',
    segments: [
      ...['quality', 'gold', 'gold-candidates', 'screening', 'screenings'],
      ...['people', 'pauses', 'time'],
    ],
  },
  {
    id: 'review',
    title: 'Review',
    words: 'Agreement, adjudication, questions and decisions, final answers and bad splits.',
    segments: [
      ...['review', 'disagreements', 'adjudications', 'annotations', 'agreements', 'questions'],
      ...['decisions', 'answers', 'solutions', 'regrades', 'splits'],
    ],
  },
  {
    id: 'data',
    title: 'Data in and out',
    words: 'Imports, exports, releases and held-out lists.',
    segments: [
      ...['imports', 'export', 'releases', 'release-values', 'release-preview', 'held-out-lists'],
    ],
  },
  {
    id: 'evaluation',
    title: 'Evaluation',
    words: 'What scores and labels are worth.',
    segments: ['evaluations'],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    words: 'Telling another server what happened here.',
    segments: ['webhooks'],
  },
] as const satisfies readonly PartRow[]

const others: CallPart = {
  id: 'others',
  title: 'Running Stepmark',
  words: 'What belongs to the installation as a whole.',
}

/** In the order of reading. */
export const callParts: readonly CallPart[] = [
  ...rows.map(({ id, title, words }) => ({ id, title, words })),
  others,
]

/** @param path under `/api/v1` */
export function findPart(path: string): CallPart {
  const [, first = '', , third = ''] = path.split('/')
  // What is outside of projects under a name that is in them too is the installation's.
  const segment = first === 'projects' ? third : first
  if (segment === 'audit' && first !== 'projects') return others
  const found = rows.find((row) => (row.segments as readonly string[]).includes(segment))
  return callParts.find(({ id }) => id === found?.id) ?? others
}
