import { readDetail } from '@/lib/audit/read-detail'
import type { AuditEntry } from './audit'

const nobody = {
  system: 'Stepmark itself',
  host: 'The command line of the host',
  anonymous: 'Somebody who is not signed in',
} as const satisfies Record<string, string>

/** Who did it, at the beginning of a sentence. */
export function nameWho({ actor, actorName }: Pick<AuditEntry, 'actor' | 'actorName'>): string {
  if (actorName !== null) return actorName
  return Object.hasOwn(nobody, actor)
    ? nobody[actor as keyof typeof nobody]
    : 'An account that is gone'
}

interface Target {
  words: string
  /** Null: there is no page of it. */
  href: string | null
}

/** What each kind of thing is called, and where it is shown: under the project. */
const things: Readonly<
  Record<string, { words: string; path?: (id: string, detail: Record<string, unknown>) => string }>
> = {
  solution: { words: 'solution', path: (id) => `/splits/${id}` },
  annotation: { words: 'annotation', path: (id) => `/review/annotations/${id}` },
  lease: { words: 'lease' },
  user: { words: 'person', path: (id) => `/people/${id}` },
  import: { words: 'import', path: (id) => `/data/imports/${id}` },
  release: {
    words: 'release',
    path: (_, { number }) => (typeof number === 'number' ? `/data/releases/${number}` : '/data'),
  },
  'held-out-list': { words: 'held-out list', path: () => '/data' },
  ruling: { words: 'ruling', path: (id) => `/rulings/${id}` },
  question: { words: 'question', path: () => '/questions' },
  guideline: { words: 'guideline', path: () => '/guideline' },
  round: { words: 'round', path: () => '/queue' },
  queue: { words: 'the queue', path: () => '/queue' },
  gold: { words: 'gold', path: () => '/gold' },
  quality: { words: 'settings', path: () => '/settings' },
  scorer: { words: 'scorer', path: () => '/scorers' },
  'score-run': { words: 'score run', path: () => '/scorers' },
  regrade: { words: 'grading anew', path: () => '/answers' },
  answers: { words: 'pair of answers', path: () => '/answers' },
  evaluation: { words: 'evaluation', path: () => '/evaluate' },
  agreement: { words: 'agreement', path: () => '/agreement' },
  screening: { words: 'screening', path: () => '/people' },
  pause: { words: 'pause', path: () => '/people' },
  invite: { words: 'invite', path: () => '/people' },
  webhook: { words: 'webhook', path: () => '/webhooks' },
  project: { words: 'project', path: () => '' },
  session: { words: 'session' },
  token: { words: 'token' },
  account: { words: 'account' },
}

const longId = 12

/** What it was done to: in words, and where that is shown. */
export function describeTarget(entry: AuditEntry): Target {
  const { target, targetName, project } = entry
  const colon = target.indexOf(':')
  const [kind, id] = colon < 0 ? [target, ''] : [target.slice(0, colon), target.slice(colon + 1)]
  const thing = Object.hasOwn(things, kind) ? things[kind]! : null
  if (!thing) return { words: target, href: null }
  const path = thing.path?.(encodeURIComponent(id), readDetail(entry.detail))
  return {
    words: targetName ?? [thing.words, shortenId(id)].filter(Boolean).join(' '),
    href: project === null || path === undefined ? null : `/projects/${project}${path}`,
  }
}

/** Ids that say when they were made are alike at their beginnings. */
const shortenId = (id: string): string => (id.length > longId ? `…${id.slice(-8)}` : id)

/** The details of an entry as lines, for people. */
export function listDetails(entry: AuditEntry): [name: string, value: string][] {
  const detail = Object.entries(readDetail(entry.detail)).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
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
