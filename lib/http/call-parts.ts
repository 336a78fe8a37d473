/** Under which heading the pages and the OpenAPI document show a call, by the first word of its address. */
export interface CallPart {
  /** In addresses: `/api-docs?part=queue`. */
  id: string
  title: string
  description: string
}

interface PartRow extends CallPart {
  segments: readonly string[]
}

const rows = [
  {
    id: 'account',
    title: 'Account',
    description: 'Who you are, and the tokens that scripts carry.',
    segments: ['account', 'tokens'],
  },
  {
    id: 'projects',
    title: 'Projects',
    description: 'Labelling campaigns: their settings, members, guideline, progress and audit log.',
    segments: [
      ...['', 'members', 'guideline', 'progress', 'previews', 'invites', 'dashboard', 'audit'],
    ],
  },
  {
    id: 'annotation',
    title: 'Annotation',
    description: 'Claiming a solution, saving and submitting its annotation, and one’s own work.',
    segments: ['claims', 'leases', 'own', 'practice'],
  },
  {
    id: 'queue',
    title: 'Queue and rounds',
    description: 'Which solutions are labelled next, and why.',
    segments: ['queue', 'rounds'],
  },
  {
    id: 'scoring',
    title: 'Scoring',
    description: 'Scorers, the runs that score solutions, and scores from elsewhere.',
    segments: ['scorers', 'score-runs', 'score-imports'],
  },
  {
    id: 'quality',
    title: 'Quality',
    description: 'Gold, screening, pauses, and how well people label.',
    segments: [
      ...['quality', 'gold', 'gold-candidates', 'screening', 'screenings'],
      ...['people', 'pauses', 'time'],
    ],
  },
  {
    id: 'review',
    title: 'Review',
    description: 'Agreement, adjudication, questions and decisions, final answers and bad splits.',
    segments: [
      ...['review', 'disagreements', 'adjudications', 'annotations', 'agreements', 'questions'],
      ...['decisions', 'answers', 'solutions', 'regrades', 'splits'],
    ],
  },
  {
    id: 'data',
    title: 'Data in and out',
    description: 'Imports, exports, releases and held-out lists.',
    segments: [
      ...['imports', 'export', 'releases', 'release-values', 'release-preview', 'held-out-lists'],
    ],
  },
  {
    id: 'evaluation',
    title: 'Evaluation',
    description: 'What scores and labels are worth.',
    segments: ['evaluations'],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    description: 'Telling another server what happened here.',
    segments: ['webhooks'],
  },
] as const satisfies readonly PartRow[]

const others: CallPart = {
  id: 'others',
  title: 'Running Stepmark',
  description: 'What belongs to the installation as a whole.',
}

/** In the order of reading. */
export const callParts: readonly CallPart[] = [
  ...rows.map(({ id, title, description }) => ({ id, title, description })),
  others,
]

/** @param path under `/api/v1` */
export function findPart(path: string): CallPart {
  const [, first = '', , third = ''] = path.split('/')
  // What is outside of projects under a name that is in them too is the installation's.
  const segment = first === 'projects' ? third : first
  if (segment === 'audit' && first !== 'projects') return others
  const match = rows.find((row) => (row.segments as readonly string[]).includes(segment))
  return callParts.find(({ id }) => id === match?.id) ?? others
}
