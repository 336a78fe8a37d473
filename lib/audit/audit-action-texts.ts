import type { AuditAction } from '@/lib/auth/audit-actions'
import type { AuditGroup } from './audit-groups'

export interface AuditActionText {
  group: AuditGroup
  /** What someone did, after their name. */
  description: string
  /** More exact texts, by the entry's `operation`. */
  variants?: Readonly<Record<string, string>>
}

const readText = (group: AuditGroup, subject: string): AuditActionText => ({
  group,
  description: `read ${subject}`,
})

/** A text for every action. Reads are not logged, but are listed so that the compiler reports any missing action. */
export const auditActionTexts = {
  'account.read': readText('account', 'their account'),
  'preferences.read': readText('account', 'their preferences'),
  'preferences.save': { group: 'account', description: 'changed their preferences' },
  'admin.create': { group: 'account', description: 'created an instance admin' },
  'secrets.reseal': { group: 'account', description: 're-encrypted secrets with a new key' },
  'token.create': { group: 'account', description: 'created a token' },
  'token.create-for': { group: 'account', description: 'created a token for an account' },
  'token.list': readText('account', 'their tokens'),
  'token.revoke': { group: 'account', description: 'revoked a token' },
  'account.update': { group: 'account', description: 'changed their name' },
  'password.change': { group: 'account', description: 'changed their password' },
  'totp.read': readText('account', 'their two-factor status'),
  'totp.start': { group: 'account', description: 'started setting up codes' },
  'totp.confirm': { group: 'account', description: 'turned codes on' },
  'totp.renew': { group: 'account', description: 'created new recovery codes' },
  'totp.end': { group: 'account', description: 'turned codes off' },
  'totp.end-for': { group: 'account', description: 'turned codes off for an account' },
  'account.list': readText('account', 'the accounts'),
  'account.disable': {
    group: 'account',
    description: 'disabled an account',
    variants: { enable: 'enabled an account' },
  },
  'account.promote': {
    group: 'account',
    description: 'created an instance admin',
    variants: { unmake: 'removed an instance admin' },
  },
  'account.reset': { group: 'account', description: 'created a password link' },
  'account.reset-for': { group: 'account', description: 'created a password link' },
  'account.invite': {
    group: 'account',
    description: 'invited someone to the server',
    variants: { revoke: 'revoked an invite to the server' },
  },
  'reset.request': { group: 'account', description: 'requested a password link' },
  'reset.use': { group: 'account', description: 'set a new password with a link' },
  'invite.use': { group: 'account', description: 'accepted an invite' },
  'identity.link': { group: 'account', description: 'was linked to a provider identity' },
  'first-password.end': {
    group: 'account',
    description: 'ended their first password by signing in with a provider',
  },
  'recovery.use': { group: 'account', description: 'used a recovery code' },
  'session.begin': { group: 'account', description: 'signed in' },
  'session.list': readText('account', 'their sessions'),
  'session.end': {
    group: 'account',
    description: 'signed out',
    variants: { one: 'ended one of their sessions', others: 'ended their other sessions' },
  },
  'session.refuse': {
    group: 'account',
    description: 'reached the limit of password or code attempts',
  },

  'project.create': { group: 'project', description: 'created the project' },
  'project.list': readText('project', 'the list of projects'),
  'project.read': readText('project', 'the project'),
  'project.update': { group: 'project', description: 'changed the project settings' },
  'dashboard.read': readText('project', 'the dashboard'),
  'project.progress': readText('project', 'the progress'),
  'quality.read': readText('project', 'the quality settings'),
  'quality.update': { group: 'project', description: 'changed the quality settings' },
  'guideline.read': readText('project', 'the guideline'),
  'guideline.publish': { group: 'project', description: 'published a guideline' },
  'webhook.read': readText('project', 'the webhooks'),
  'webhook.change': {
    group: 'project',
    description: 'changed a webhook',
    variants: {
      create: 'set up a webhook',
      secret: 'replaced a webhook secret',
      remove: 'removed a webhook',
      test: 'sent a test to a webhook',
      redeliver: 'sent a delivery again',
      'switched-off': 'turned off a failing webhook',
    },
  },
  'audit.read': readText('project', 'the audit log of the project'),
  'audit.read-all': readText('project', 'the audit log'),

  'member.list': readText('people', 'the members'),
  'member.add': { group: 'people', description: 'added a member' },
  'member.change': {
    group: 'people',
    description: 'changed the role of a member',
    variants: { remove: 'removed a member' },
  },
  'invite.read': readText('people', 'the invites'),
  'invite.change': {
    group: 'people',
    description: 'invited someone',
    variants: { revoke: 'revoked an invite' },
  },
  'person.read': readText('people', 'a person’s work'),
  'person.pause': { group: 'people', description: 'paused a person' },
  'pause.review': { group: 'people', description: 'ended a pause' },
  'time.read': readText('people', 'active time'),
  'performance.own': readText('people', 'their own performance'),

  'queue.claim': { group: 'work', description: 'claimed a solution' },
  'queue.heartbeat': { group: 'work', description: 'renewed a lease' },
  'queue.release': { group: 'work', description: 'released a lease' },
  'queue.skip': { group: 'work', description: 'skipped a solution' },
  'queue.head': readText('work', 'the next items of the queue'),
  'queue.exclude': {
    group: 'work',
    description: 'excluded a solution from the queue',
    variants: { restore: 'restored a solution to the queue' },
  },
  'guideline.acknowledge': { group: 'work', description: 'confirmed reading the guideline' },
  'annotation.read': readText('work', 'a solution to label'),
  'annotation.own': readText('work', 'their own annotations'),
  'annotation.save': { group: 'work', description: 'saved an annotation' },
  'annotation.submit': { group: 'work', description: 'submitted an annotation' },
  'annotation.reopen': { group: 'work', description: 'reopened an annotation' },
  'practice.read': readText('work', 'the practice'),
  'practice.finish': { group: 'work', description: 'ended the practice' },

  'review.read': readText('review', 'the review list'),
  'adjudication.decide': { group: 'review', description: 'adjudicated a solution' },
  'annotation.return': { group: 'review', description: 'returned an annotation' },
  'annotation.accept': { group: 'review', description: 'accepted an annotation' },
  'split.list': readText('review', 'the bad-split reports'),
  'split.read': readText('review', 'the steps of a solution'),
  'split.preview': readText('review', 'a repair preview'),
  'split.repair': { group: 'review', description: 'repaired the steps of a solution' },
  'split.dismiss': { group: 'review', description: 'dismissed a bad-split report' },
  'question.read': readText('review', 'the questions'),
  'question.resolve': {
    group: 'review',
    description: 'changed a question',
    variants: {
      ask: 'asked a question',
      dismiss: 'dismissed questions',
      reopen: 'reopened questions',
    },
  },
  'decision.make': {
    group: 'review',
    description: 'created a decision',
    variants: {
      change: 'changed a decision',
      answer: 'answered questions with a decision',
      discard: 'discarded a decision',
    },
  },
  'decision.publish': { group: 'review', description: 'published decisions in the guideline' },
  'decision.return': {
    group: 'review',
    description: 'returned annotations that a decision affects',
  },
  'answers.read': readText('review', 'the final answers'),
  'answers.decide': {
    group: 'review',
    description: 'decided on a pair of answers',
    variants: {
      withdraw: 'withdrew the decision on a pair of answers',
      override: 'overrode the verdict on a solution',
      read: 'entered the answer of a solution',
      restore: 'restored the verdict on a solution',
    },
  },
  'regrade.read': readText('review', 'a regrade preview'),
  'regrade.run': {
    group: 'review',
    description: 'regraded all answers',
    variants: {
      start: 'previewed a regrade of all answers',
      apply: 'started to regrade all answers',
      cancel: 'cancelled a regrade',
      done: 'regraded all answers',
    },
  },

  'gold.read': readText('gold', 'the gold'),
  'gold.change': {
    group: 'gold',
    description: 'changed gold',
    variants: {
      mark: 'marked a solution as gold',
      unmark: 'removed a solution from gold',
      accept: 'accepted as gold what annotators agree on',
    },
  },
  'gold.explain': { group: 'gold', description: 'saw the feedback on gold they annotated' },
  'screening.own': readText('gold', 'their screening'),
  'screening.start': {
    group: 'gold',
    description: 'started a screening',
    variants: {
      passed: 'ended a screening: passed',
      failed: 'ended a screening: not passed',
      withdrawn: 'withdrew an unanswered screening',
    },
  },
  'screening.read': readText('gold', 'the screenings'),
  'screening.decide': { group: 'gold', description: 'decided on a screening' },

  'import.run': {
    group: 'data',
    description: 'imported a file',
    variants: {
      open: 'created an import',
      send: 'uploaded a chunk of a file',
      check: 'checked a file',
      start: 'started an import',
      cancel: 'cancelled an import',
      done: 'finished an import',
    },
  },
  'import.read': readText('data', 'the imports'),
  'export.run': readText('data', 'an export'),
  'release.create': {
    group: 'data',
    description: 'started a release',
    variants: { cancel: 'cancelled a release', done: 'wrote a release' },
  },
  'release.read': readText('data', 'the releases'),
  'held-out.change': {
    group: 'data',
    description: 'changed the held-out lists',
    variants: { add: 'added a held-out list', remove: 'removed a held-out list' },
  },
  'held-out.read': readText('data', 'the held-out lists'),

  'scorer.read': readText('selection', 'the scorers'),
  'scorer.change': {
    group: 'selection',
    description: 'changed a scorer',
    variants: {
      create: 'added a scorer',
      retire: 'retired a scorer',
      train: 'started to train the scorer',
      'cancel-training': 'cancelled the training of the scorer',
    },
  },
  'score.run': {
    group: 'selection',
    description: 'ran a scorer',
    variants: {
      start: 'started a score run',
      cancel: 'cancelled a score run',
      resume: 'resumed a score run',
      done: 'finished a score run',
    },
  },
  'score.import': {
    group: 'selection',
    description: 'imported scores',
    variants: {
      begin: 'began to import scores',
      send: 'uploaded a chunk of scores',
      finish: 'finished importing scores',
    },
  },
  'score.export': readText('selection', 'scores'),
  'round.read': readText('selection', 'the rounds'),
  'round.run': {
    group: 'selection',
    description: 'planned a round',
    variants: {
      start: 'started a planned round',
      started: 'queued the solutions of a round',
      close: 'closed a round',
      cancel: 'cancelled a round',
    },
  },
  'evaluation.read': readText('selection', 'the evaluations'),
  'evaluation.run': {
    group: 'selection',
    description: 'started an evaluation',
    variants: { cancel: 'cancelled an evaluation' },
  },
  'agreement.read': readText('selection', 'agreement'),
  'agreement.run': {
    group: 'selection',
    description: 'started an agreement calculation',
    variants: { cancel: 'cancelled an agreement calculation' },
  },
} as const satisfies Record<AuditAction, AuditActionText>
