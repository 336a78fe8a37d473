/** The heading of a call in the docs and the OpenAPI document, chosen by a segment of its path. */
export interface ApiSection {
  /** In addresses: `/api-docs?section=queue`. */
  id: string
  title: string
  description: string
}

interface ApiSectionRow extends ApiSection {
  segments: readonly string[]
}

const sectionRows = [
  {
    id: 'account',
    title: 'Account',
    description: 'Your account and API tokens.',
    segments: ['account', 'tokens'],
  },
  {
    id: 'projects',
    title: 'Projects',
    description: 'Annotation projects: settings, members, guideline, progress and audit log.',
    segments: [
      ...['', 'members', 'guideline', 'progress', 'previews', 'invites', 'dashboard', 'audit'],
    ],
  },
  {
    id: 'annotation',
    title: 'Annotation',
    description: 'Claim solutions, save and submit annotations, and list your own work.',
    segments: ['claims', 'leases', 'own', 'practice'],
  },
  {
    id: 'queue',
    title: 'Queue and rounds',
    description: 'Which solutions are annotated next, and why.',
    segments: ['queue', 'rounds'],
  },
  {
    id: 'scoring',
    title: 'Scoring',
    description: 'Scorers, score runs and imported scores.',
    segments: ['scorers', 'score-runs', 'score-imports', 'unscored-solutions'],
  },
  {
    id: 'quality',
    title: 'Quality',
    description: 'Gold, screening, pauses and annotator quality.',
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
    title: 'Import and export',
    description: 'Imports, exports, releases and held-out lists.',
    segments: [
      ...['imports', 'export', 'releases', 'release-values', 'release-preview', 'held-out-lists'],
    ],
  },
  {
    id: 'evaluation',
    title: 'Evaluation',
    description: 'How accurate scores and labels are.',
    segments: ['evaluations'],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    description: 'Send events of a project to another server.',
    segments: ['webhooks'],
  },
] as const satisfies readonly ApiSectionRow[]

const otherSection: ApiSection = {
  id: 'others',
  title: 'Running Stepmark',
  description: 'Calls for the whole installation.',
}

/** In display order. */
export const apiSections: readonly ApiSection[] = [
  ...sectionRows.map(({ id, title, description }) => ({ id, title, description })),
  otherSection,
]

/** @param path under `/api/v1` */
export function findApiSection(path: string): ApiSection {
  const [, first = '', , third = ''] = path.split('/')
  const segment = first === 'projects' ? third : first
  // The audit log of the installation is not in the section of projects, whose own log has the same segment.
  if (segment === 'audit' && first !== 'projects') return otherSection
  const match = sectionRows.find((row) => (row.segments as readonly string[]).includes(segment))
  return apiSections.find(({ id }) => id === match?.id) ?? otherSection
}
