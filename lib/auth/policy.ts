import type { TokenScope } from './actor'

/**
 * Who may do an action.
 *
 * - `anyone`: also without signing in
 * - `signed_in`: every account
 * - `annotator`, `reviewer`, `admin`: by membership in the project that the call names
 * - `instance_admin`: on this installation; counts as admin in every project
 * - `host`: a command line on the server itself
 */
export type Grant =
  | 'anyone'
  | 'signed_in'
  | 'annotator'
  | 'reviewer'
  | 'admin'
  | 'instance_admin'
  | 'host'

export interface PolicyRow {
  grants: readonly Grant[]
  /** The scope that a token needs. */
  token: TokenScope | 'never'
  /** Whether members who are paused in the project may do it too. */
  whilePaused?: true
  /** Whether people who still have to set up a second factor may do it too. */
  withoutTotp?: true
  /**
   * Whether people who signed in with a first password may do it too. Someone else has seen that password. So apart
   * from changing it, nothing here may let them keep access or lock the owner out.
   */
  withFirstPassword?: true
}

const members = ['annotator', 'reviewer', 'admin'] as const

/**
 * Who may do what: one row per action. Commands may reject more (for example, a token can't make anyone an admin). A
 * command or query without a row does not compile; a page or route without an entry below fails
 * `lib/http/server/authorisation.db.test.ts`.
 */
export const actionPolicy = {
  'account.read': {
    grants: ['signed_in'],
    token: 'read',
    withoutTotp: true,
    withFirstPassword: true,
  },
  'account.update': { grants: ['signed_in'], token: 'write', withoutTotp: true },
  'password.change': {
    grants: ['signed_in'],
    token: 'never',
    withoutTotp: true,
    withFirstPassword: true,
  },
  'session.list': {
    grants: ['signed_in'],
    token: 'read',
    withoutTotp: true,
    withFirstPassword: true,
  },
  'session.end': {
    grants: ['signed_in'],
    token: 'write',
    withoutTotp: true,
    withFirstPassword: true,
  },
  'totp.read': { grants: ['signed_in'], token: 'read', withoutTotp: true },
  'totp.start': { grants: ['signed_in'], token: 'never', withoutTotp: true },
  'totp.confirm': { grants: ['signed_in'], token: 'never', withoutTotp: true },
  'totp.renew': { grants: ['signed_in'], token: 'never', withoutTotp: true },
  'totp.end': { grants: ['signed_in'], token: 'never', withoutTotp: true },
  'totp.end-for': { grants: ['host'], token: 'never' },
  'preferences.read': { grants: ['signed_in'], token: 'read' },
  'preferences.save': { grants: ['signed_in'], token: 'write' },
  'admin.create': { grants: ['host'], token: 'never' },
  'account.reset-for': { grants: ['host'], token: 'never' },
  'secrets.reseal': { grants: ['host'], token: 'never' },
  'token.create': { grants: ['signed_in'], token: 'never' },
  'token.create-for': { grants: ['host'], token: 'never' },
  'token.list': { grants: ['signed_in'], token: 'read', withoutTotp: true },
  'token.revoke': { grants: ['signed_in'], token: 'write', withoutTotp: true },

  'account.list': { grants: ['instance_admin'], token: 'read' },
  'account.disable': { grants: ['instance_admin'], token: 'write' },
  // No tokens for these two: a leaked one could take over an account permanently.
  'account.promote': { grants: ['instance_admin'], token: 'never' },
  'account.reset': { grants: ['instance_admin'], token: 'never' },
  'account.invite': { grants: ['instance_admin'], token: 'write' },
  'reset.request': {
    grants: ['anyone'],
    token: 'never',
    withoutTotp: true,
    withFirstPassword: true,
  },
  'reset.use': { grants: ['anyone'], token: 'never', withoutTotp: true, withFirstPassword: true },
  'invite.use': { grants: ['anyone'], token: 'never', withoutTotp: true },

  'project.create': { grants: ['instance_admin'], token: 'write' },
  'project.list': { grants: ['signed_in'], token: 'read' },
  'project.read': { grants: members, token: 'read', whilePaused: true },
  'project.update': { grants: ['admin'], token: 'write' },
  'project.progress': { grants: members, token: 'read' },
  'dashboard.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'member.list': { grants: ['reviewer', 'admin'], token: 'read' },
  'member.add': { grants: ['admin'], token: 'write' },
  'member.change': { grants: ['admin'], token: 'write' },
  'invite.read': { grants: ['admin'], token: 'read' },
  'invite.change': { grants: ['admin'], token: 'write' },
  'person.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'person.pause': { grants: ['reviewer', 'admin'], token: 'write' },
  'pause.review': { grants: ['reviewer', 'admin'], token: 'write' },
  'time.read': { grants: ['admin'], token: 'read' },
  'performance.own': { grants: members, token: 'read', whilePaused: true },
  'gold.explain': { grants: members, token: 'write' },

  'quality.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'quality.update': { grants: ['admin'], token: 'write' },

  'screening.own': { grants: members, token: 'read' },
  'screening.start': { grants: members, token: 'write' },
  'screening.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'screening.decide': { grants: ['admin'], token: 'write' },

  // The response tells members that they are paused.
  'queue.claim': { grants: members, token: 'write', whilePaused: true },
  'queue.heartbeat': { grants: members, token: 'write' },
  'queue.release': { grants: members, token: 'write' },
  'queue.skip': { grants: members, token: 'write' },
  'queue.head': { grants: ['reviewer', 'admin'], token: 'read' },

  'queue.exclude': { grants: ['admin'], token: 'write' },

  'scorer.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'scorer.change': { grants: ['admin'], token: 'write' },
  'score.run': { grants: ['admin'], token: 'write' },
  'score.import': { grants: ['admin'], token: 'write' },
  'score.export': { grants: ['admin'], token: 'read' },
  'round.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'round.run': { grants: ['admin'], token: 'write' },
  'evaluation.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'evaluation.run': { grants: ['reviewer', 'admin'], token: 'write' },

  'guideline.read': { grants: members, token: 'read', whilePaused: true },
  'guideline.acknowledge': { grants: members, token: 'write' },
  'guideline.publish': { grants: ['reviewer', 'admin'], token: 'write' },

  'annotation.read': { grants: members, token: 'read' },
  'annotation.own': { grants: members, token: 'read', whilePaused: true },
  'annotation.save': { grants: members, token: 'write' },
  'annotation.submit': { grants: members, token: 'write' },
  'annotation.reopen': { grants: members, token: 'write' },
  'practice.read': { grants: members, token: 'read' },
  'practice.finish': { grants: members, token: 'write' },

  'review.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'adjudication.decide': { grants: ['reviewer', 'admin'], token: 'write' },
  'annotation.return': { grants: ['reviewer', 'admin'], token: 'write' },
  'annotation.accept': { grants: ['reviewer', 'admin'], token: 'write' },

  'gold.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'gold.change': { grants: ['admin'], token: 'write' },

  'split.list': { grants: ['reviewer', 'admin'], token: 'read' },
  'split.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'split.preview': { grants: ['reviewer', 'admin'], token: 'read' },
  'split.repair': { grants: ['reviewer', 'admin'], token: 'write' },
  'split.dismiss': { grants: ['reviewer', 'admin'], token: 'write' },

  'question.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'question.resolve': { grants: ['reviewer', 'admin'], token: 'write' },
  'decision.make': { grants: ['reviewer', 'admin'], token: 'write' },
  'decision.publish': { grants: ['reviewer', 'admin'], token: 'write' },
  'decision.return': { grants: ['reviewer', 'admin'], token: 'write' },

  'answers.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'answers.decide': { grants: ['reviewer', 'admin'], token: 'write' },
  'agreement.read': { grants: ['reviewer', 'admin'], token: 'read' },
  'agreement.run': { grants: ['reviewer', 'admin'], token: 'write' },
  'regrade.read': { grants: ['admin'], token: 'read' },
  'regrade.run': { grants: ['admin'], token: 'write' },

  'import.run': { grants: ['admin'], token: 'write' },
  'import.read': { grants: ['admin'], token: 'read' },
  'export.run': { grants: ['admin'], token: 'read' },
  'release.create': { grants: ['admin'], token: 'write' },
  'release.read': { grants: ['admin'], token: 'read' },
  'held-out.change': { grants: ['admin'], token: 'write' },
  'held-out.read': { grants: ['admin'], token: 'read' },

  'audit.read': { grants: ['admin'], token: 'read' },
  'audit.read-all': { grants: ['instance_admin'], token: 'read' },
  'webhook.read': { grants: ['admin'], token: 'read' },
  'webhook.change': { grants: ['admin'], token: 'write' },
} as const satisfies Record<string, PolicyRow>

export type Action = keyof typeof actionPolicy

/** Who may open which page. Keys are paths as in the file system. */
export const pagePolicy = {
  '/sign-in': ['anyone'],
  '/forgot': ['anyone'],
  '/reset': ['anyone'],
  '/invite': ['anyone'],
  '/kit': ['anyone'],
  '/people': ['instance_admin'],
  '/': ['signed_in'],
  '/account': ['signed_in'],
  '/account/keys': ['signed_in'],
  '/api-docs': ['signed_in'],
  '/docs': ['signed_in'],
  '/docs/[...page]': ['signed_in'],
  '/projects/new': ['instance_admin'],
  '/projects/[project]': members,
  '/projects/[project]/label': members,
  '/projects/[project]/practice': members,
  '/projects/[project]/mine': members,
  '/projects/[project]/mine/[annotation]': members,
  '/projects/[project]/review': ['reviewer', 'admin'],
  '/projects/[project]/review/[solution]': ['reviewer', 'admin'],
  '/projects/[project]/review/annotations': ['reviewer', 'admin'],
  '/projects/[project]/review/annotations/[annotation]': ['reviewer', 'admin'],
  '/projects/[project]/gold': ['reviewer', 'admin'],
  '/projects/[project]/gold/[solution]': ['reviewer', 'admin'],
  '/projects/[project]/splits': ['reviewer', 'admin'],
  '/projects/[project]/splits/[solution]': ['reviewer', 'admin'],
  '/projects/[project]/questions': ['reviewer', 'admin'],
  '/projects/[project]/questions/new': ['reviewer', 'admin'],
  '/projects/[project]/decisions/[decision]': ['reviewer', 'admin'],
  '/projects/[project]/answers': ['reviewer', 'admin'],
  '/projects/[project]/guideline': members,
  '/projects/[project]/guideline/edit': ['reviewer', 'admin'],
  '/projects/[project]/data': ['admin'],
  '/projects/[project]/data/imports/[import]': ['admin'],
  '/projects/[project]/data/releases/new': ['admin'],
  '/projects/[project]/data/releases/[release]': ['admin'],
  '/projects/[project]/queue': ['reviewer', 'admin'],
  '/projects/[project]/queue/new': ['admin'],
  '/projects/[project]/queue/items': ['reviewer', 'admin'],
  '/projects/[project]/scorers': ['reviewer', 'admin'],
  '/projects/[project]/evaluate': ['reviewer', 'admin'],
  '/projects/[project]/agreement': ['reviewer', 'admin'],
  '/projects/[project]/people': ['reviewer', 'admin'],
  '/projects/[project]/people/[person]': ['reviewer', 'admin'],
  '/projects/[project]/settings': ['admin'],
  '/projects/[project]/audit': ['admin'],
  '/audit': ['instance_admin'],
  '/projects/[project]/webhooks': ['admin'],
} as const satisfies Record<string, readonly Grant[]>

/** Routes outside the API. Each one checks access itself; the text says how. */
export const routeAccessDescriptions = {
  '/api/v1/[[...path]]': 'each call has its own policy row',
  '/api/auth/[...nextauth]':
    'sign-in and sign-out, protected by next-auth, which accepts only forms of our own pages',
  '/api/refused/[reason]': 'anyone: rejects malformed requests',
  '/docs/images/[image]': 'everyone signed in: images of the documentation',
  '/healthz': 'anyone: whether the process is running',
  '/readyz': 'anyone: whether it accepts requests, and why not, without internal names',
  '/metrics': 'the token of STEPMARK_METRICS_TOKEN; without that setting, 404',
} as const satisfies Record<string, string>
