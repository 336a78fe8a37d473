import type { AuditAction } from '@/lib/auth/audit-actions'
import type { AuditGroup } from './groups'

interface Words {
  group: AuditGroup
  /** What somebody did, after their name. */
  did: string
  /** The same, where the entry's `act` says it more exactly. */
  acts?: Readonly<Record<string, string>>
}

const reading = (group: AuditGroup, what: string): Words => ({ group, did: `read ${what}` })

/** One row for each action that there is. Reads leave no entry; they stand here so that none is forgotten that does. */
const words = {
  'account.read': reading('account', 'their account'),
  'preferences.read': reading('account', 'their preferences'),
  'preferences.save': { group: 'account', did: 'changed their preferences' },
  'admin.create': { group: 'account', did: 'made an instance admin' },
  'secrets.reseal': { group: 'account', did: 'sealed secrets anew under a new key' },
  'token.create': { group: 'account', did: 'made a token' },
  'token.create-for': { group: 'account', did: 'made a token for an account' },
  'token.list': reading('account', 'their tokens'),
  'token.revoke': { group: 'account', did: 'ended a token' },
  'account.update': { group: 'account', did: 'changed their name' },
  'password.change': { group: 'account', did: 'changed their password' },
  'totp.read': reading('account', 'whether codes are asked of them'),
  'totp.start': { group: 'account', did: 'began to set up codes' },
  'totp.confirm': { group: 'account', did: 'switched codes on' },
  'totp.renew': { group: 'account', did: 'made recovery codes anew' },
  'totp.end': { group: 'account', did: 'switched codes off' },
  'totp.end-for': { group: 'account', did: 'switched codes off for an account' },
  'account.list': reading('account', 'the accounts'),
  'account.disable': {
    group: 'account',
    did: 'disabled an account',
    acts: { enable: 'enabled an account' },
  },
  'account.promote': {
    group: 'account',
    did: 'made an instance admin',
    acts: { unmake: 'made somebody an instance admin no more' },
  },
  'account.reset': { group: 'account', did: 'made a link for a new password' },
  'account.reset-for': { group: 'account', did: 'made a link for a new password' },
  'account.invite': {
    group: 'account',
    did: 'invited somebody to the server',
    acts: { revoke: 'took an invite to the server back' },
  },
  'reset.request': { group: 'account', did: 'asked for a new password' },
  'reset.use': { group: 'account', did: 'set a new password by a link' },
  'invite.use': { group: 'account', did: 'accepted an invite' },
  'identity.link': { group: 'account', did: 'was linked to who signs in at the provider' },
  'first-password.end': { group: 'account', did: 'ended their first password by a provider' },
  'recovery.use': { group: 'account', did: 'used a recovery code' },
  'session.begin': { group: 'account', did: 'signed in' },
  'session.list': reading('account', 'where they are signed in'),
  'session.end': {
    group: 'account',
    did: 'signed out',
    acts: { one: 'ended a session of theirs', others: 'ended their other sessions' },
  },
  'session.refuse': { group: 'account', did: 'used up the guesses at a password or a code' },

  'project.create': { group: 'project', did: 'created the project' },
  'project.list': reading('project', 'the list of projects'),
  'project.read': reading('project', 'the project'),
  'project.update': { group: 'project', did: 'changed the settings of the project' },
  'dashboard.read': reading('project', 'what happens in the project'),
  'project.progress': reading('project', 'the progress'),
  'quality.settings': reading('project', 'the settings of quality'),
  'quality.update': { group: 'project', did: 'changed the settings of quality' },
  'guideline.read': reading('project', 'the guideline'),
  'guideline.publish': { group: 'project', did: 'published a guideline' },
  'webhook.read': reading('project', 'the webhooks'),
  'webhook.change': {
    group: 'project',
    did: 'changed a webhook',
    acts: {
      create: 'set up a webhook',
      secret: 'made the secret of a webhook anew',
      remove: 'removed a webhook',
      test: 'tried a webhook',
      redeliver: 'sent a delivery again',
      'switched-off': 'switched off a webhook whose messages did not come through',
    },
  },
  'audit.read': reading('project', 'the audit log of the project'),
  'audit.read-all': reading('project', 'the audit log'),

  'member.list': reading('people', 'the members'),
  'member.add': { group: 'people', did: 'added a member' },
  'member.change': {
    group: 'people',
    did: 'changed the role of a member',
    acts: { remove: 'removed a member' },
  },
  'invite.read': reading('people', 'the invites'),
  'invite.change': {
    group: 'people',
    did: 'invited somebody',
    acts: { revoke: 'took an invite back' },
  },
  'person.read': reading('people', 'how somebody works'),
  'person.pause': { group: 'people', did: 'paused a person' },
  'pause.review': { group: 'people', did: 'ended a pause' },
  'time.read': reading('people', 'the time at work'),
  'performance.own': reading('people', 'how well they work'),

  'queue.claim': { group: 'work', did: 'asked for work' },
  'queue.heartbeat': { group: 'work', did: 'renewed a lease' },
  'queue.release': { group: 'work', did: 'gave back a lease' },
  'queue.skip': { group: 'work', did: 'skipped a solution' },
  'queue.head': reading('work', 'the head of the queue'),
  'queue.exclude': {
    group: 'work',
    did: 'took a solution out of the queue',
    acts: { restore: 'put a solution back into the queue' },
  },
  'guideline.acknowledge': { group: 'work', did: 'read the guideline and said so' },
  'annotation.read': reading('work', 'a solution to label'),
  'annotation.own': reading('work', 'their own annotations'),
  'annotation.save': { group: 'work', did: 'saved an annotation' },
  'annotation.submit': { group: 'work', did: 'submitted an annotation' },
  'annotation.reopen': { group: 'work', did: 'opened an annotation again' },
  'practice.read': reading('work', 'the practice'),
  'practice.finish': { group: 'work', did: 'finished the practice' },

  'review.read': reading('review', 'what is to be reviewed'),
  'adjudication.decide': { group: 'review', did: 'adjudicated a solution' },
  'annotation.return': { group: 'review', did: 'sent an annotation back' },
  'annotation.accept': { group: 'review', did: 'accepted an annotation' },
  'split.list': reading('review', 'the reports of bad splits'),
  'split.read': reading('review', 'how a solution is split'),
  'split.preview': reading('review', 'what a repair would do'),
  'split.repair': { group: 'review', did: 'repaired the steps of a solution' },
  'split.dismiss': { group: 'review', did: 'dismissed a report of a bad split' },
  'question.read': reading('review', 'the questions'),
  'question.settle': {
    group: 'review',
    did: 'settled a question',
    acts: {
      ask: 'asked a question',
      'set aside': 'set questions aside',
      'open again': 'opened questions again',
    },
  },
  'ruling.make': {
    group: 'review',
    did: 'made a ruling',
    acts: {
      change: 'changed a ruling',
      answer: 'answered questions by a ruling',
      discard: 'discarded a ruling',
    },
  },
  'ruling.publish': { group: 'review', did: 'published rulings in the guideline' },
  'ruling.return': { group: 'review', did: 'sent back the labels that a ruling touches' },
  'answers.read': reading('review', 'the final answers'),
  'answers.settle': {
    group: 'review',
    did: 'settled a pair of answers',
    acts: {
      unsettle: 'took back what was settled of a pair of answers',
      overrule: 'overruled the verdict on a solution',
      read: 'said what the answer of a solution is',
      restore: 'took back the overruling of a verdict',
    },
  },
  'regrade.read': reading('review', 'what grading anew would change'),
  'regrade.run': {
    group: 'review',
    did: 'graded all answers anew',
    acts: {
      open: 'asked what grading all answers anew would change',
      apply: 'started to grade all answers anew',
      cancel: 'cancelled grading anew',
      done: 'graded all answers anew',
    },
  },

  'gold.read': reading('gold', 'the gold'),
  'gold.change': {
    group: 'gold',
    did: 'changed gold',
    acts: {
      mark: 'marked a solution as gold',
      unmark: 'took a solution out of gold',
      accept: 'took what people agree on as gold',
    },
  },
  'gold.explain': { group: 'gold', did: 'was shown what is known of solutions they labelled' },
  'screening.own': reading('gold', 'their screening'),
  'screening.start': {
    group: 'gold',
    did: 'began a screening',
    acts: {
      passed: 'ended a screening: passed',
      failed: 'ended a screening: not passed',
      'taken back': 'took back a screening in which nothing was answered',
    },
  },
  'screening.read': reading('gold', 'the screenings'),
  'screening.rule': { group: 'gold', did: 'decided on a screening' },

  'import.run': {
    group: 'data',
    did: 'imported a file',
    acts: {
      open: 'opened an import',
      send: 'sent a piece of a file',
      start: 'started an import',
      cancel: 'cancelled an import',
      done: 'stored what an import brought',
    },
  },
  'import.read': reading('data', 'the imports'),
  'export.run': reading('data', 'an export'),
  'release.create': {
    group: 'data',
    did: 'started a release',
    acts: { cancel: 'cancelled a release', done: 'wrote a release' },
  },
  'release.read': reading('data', 'the releases'),
  'held-out.change': {
    group: 'data',
    did: 'changed the held-out lists',
    acts: { add: 'added a held-out list', remove: 'removed a held-out list' },
  },
  'held-out.read': reading('data', 'the held-out lists'),

  'scorer.read': reading('selection', 'the scorers'),
  'scorer.change': {
    group: 'selection',
    did: 'changed a scorer',
    acts: {
      create: 'added a scorer',
      retire: 'retired a scorer',
      train: 'started to train the scorer',
      'cancel-training': 'cancelled the training of the scorer',
    },
  },
  'score.run': {
    group: 'selection',
    did: 'ran a scorer',
    acts: {
      start: 'started a score run',
      cancel: 'cancelled a score run',
      resume: 'resumed a score run',
      done: 'finished a score run',
    },
  },
  'score.import': {
    group: 'selection',
    did: 'imported scores',
    acts: {
      begin: 'began to import scores',
      send: 'sent a piece of scores',
      finish: 'finished importing scores',
    },
  },
  'score.export': reading('selection', 'scores'),
  'round.read': reading('selection', 'the rounds'),
  'round.run': {
    group: 'selection',
    did: 'planned a round',
    acts: {
      open: 'asked to open a round',
      opened: 'opened a round',
      close: 'closed a round',
      cancel: 'cancelled a round',
    },
  },
  'evaluation.read': reading('selection', 'the evaluations'),
  'evaluation.run': {
    group: 'selection',
    did: 'started an evaluation',
    acts: { cancel: 'cancelled an evaluation' },
  },
  'agreement.read': reading('selection', 'how well people agree'),
  'agreement.run': {
    group: 'selection',
    did: 'had agreement worked out',
    acts: { cancel: 'cancelled working out agreement' },
  },
} as const satisfies Record<AuditAction, Words>

const allWords: Readonly<Record<string, Words>> = words

/** What was done, to be read after who did it: `marked a solution as gold`. */
export function describeAct(action: string, detail: Readonly<Record<string, unknown>>): string {
  const known = Object.hasOwn(allWords, action) ? allWords[action] : undefined
  // Of a later version, or written into the table by hand.
  if (!known) return action
  return (typeof detail.act === 'string' && known.acts?.[detail.act]) || known.did
}

export const listActions = (group: AuditGroup): string[] =>
  Object.keys(allWords).filter((action) => allWords[action]?.group === group)
