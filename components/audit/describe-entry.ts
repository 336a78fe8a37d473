import { parseAuditDetail } from '@/lib/audit/parse-audit-detail'
import type { AuditEntry } from './audit'

const systemActors = {
  system: 'Stepmark',
  host: 'Command line on the server',
  anonymous: 'Anonymous',
} as const satisfies Record<string, string>

/** The actor, at the start of a sentence. */
export function getAuditActorName({
  actor,
  actorName,
}: Pick<AuditEntry, 'actor' | 'actorName'>): string {
  if (actorName !== null) return actorName
  return Object.hasOwn(systemActors, actor)
    ? systemActors[actor as keyof typeof systemActors]
    : 'Deleted account'
}

interface AuditTarget {
  label: string
  /** Null if the target has no page. */
  href: string | null
}

interface TargetKind {
  label: string
  path?: (id: string, entry: { action: string; detail: Record<string, unknown> }) => string
}

/** The name and the page (below the project) of each kind of target. */
const targetKinds: Readonly<Record<string, TargetKind>> = {
  solution: {
    label: 'solution',
    path: (id, { action }) => (action.startsWith('split.') ? `/splits/${id}` : `/review/${id}`),
  },
  annotation: { label: 'annotation', path: (id) => `/review/annotations/${id}` },
  lease: { label: 'lease' },
  user: { label: 'person', path: (id) => `/people/${id}` },
  import: { label: 'import', path: (id) => `/data/imports/${id}` },
  release: {
    label: 'release',
    path: (_, { detail: { number } }) =>
      typeof number === 'number' ? `/data/releases/${number}` : '/data',
  },
  'held-out-list': { label: 'held-out list', path: () => '/data' },
  decision: { label: 'decision', path: (id) => `/decisions/${id}` },
  question: { label: 'question', path: () => '/questions' },
  guideline: { label: 'guideline', path: () => '/guideline' },
  round: { label: 'round', path: () => '/queue' },
  queue: { label: 'the queue', path: () => '/queue' },
  gold: { label: 'gold', path: () => '/gold' },
  quality: { label: 'settings', path: () => '/settings' },
  scorer: { label: 'scorer', path: () => '/scorers' },
  'score-run': { label: 'score run', path: () => '/scorers' },
  regrade: { label: 'regrade', path: () => '/answers' },
  answers: { label: 'answer pair', path: () => '/answers' },
  evaluation: { label: 'evaluation', path: () => '/evaluate' },
  agreement: { label: 'agreement', path: () => '/agreement' },
  screening: { label: 'screening', path: () => '/people' },
  pause: { label: 'pause', path: () => '/people' },
  invite: { label: 'invite', path: () => '/people' },
  webhook: { label: 'webhook', path: () => '/webhooks' },
  project: { label: 'project', path: () => '' },
  session: { label: 'session' },
  token: { label: 'token' },
  account: { label: 'account' },
}

const maxIdLength = 12

/** Label and page of an entry's target. */
export function describeAuditTarget(entry: AuditEntry): AuditTarget {
  const { target, targetName, project } = entry
  const colon = target.indexOf(':')
  const [kind, id] = colon < 0 ? [target, ''] : [target.slice(0, colon), target.slice(colon + 1)]
  const targetKind = Object.hasOwn(targetKinds, kind) ? targetKinds[kind]! : null
  if (!targetKind) return { label: target, href: null }
  const path = targetKind.path?.(encodeURIComponent(id), {
    action: entry.action,
    detail: parseAuditDetail(entry.detail),
  })
  return {
    label: targetName ?? [targetKind.label, shortenId(id)].filter(Boolean).join(' '),
    href: project === null || path === undefined ? null : `/projects/${project}${path}`,
  }
}

/** The end of an id, because time-ordered ids start alike. */
const shortenId = (id: string): string => (id.length > maxIdLength ? `…${id.slice(-8)}` : id)

/** The details of an entry as lines of text. */
export function listAuditDetails(entry: AuditEntry): [name: string, value: string][] {
  const detail = Object.entries(parseAuditDetail(entry.detail)).map(
    ([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ],
  )
  return [
    ['when', `${entry.at.replace('T', ' ').replace('Z', '')} UTC`],
    ['action', entry.action],
    ['target', entry.target],
    ...detail,
    ['request', entry.requestId],
    ['chain', `${entry.chain}, entry ${entry.sequence}`],
    ['hash', entry.hash],
  ]
}
