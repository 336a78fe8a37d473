import type { PlantedBug } from './planted-bug'

const invites = (name: string) => ({ file: 'lib/projects/server/invites.db.test.ts', name })
const resets = (name: string) => ({ file: 'lib/auth/server/reset-commands.db.test.ts', name })

export const peopleBugs: readonly PlantedBug[] = [
  {
    name: 'an invite works twice',
    file: 'lib/projects/server/invites.sql.ts',
    from: "where i.id = ${id}::uuid and ${stateOf} = 'open'`\n  return taken",
    to: 'where i.id = ${id}::uuid`\n  return taken',
    test: invites('after the first of ten who accept it at once'),
    why: 'A link that was passed on would let in strangers.',
  },
  {
    name: 'an invite for one address lets in another',
    file: 'lib/projects/server/accept-invite.ts',
    from: 'if (email !== null && email !== given)',
    to: 'if (email !== null && email === "")',
    test: invites('lets in nobody else, signed in or not'),
    why: 'It was meant for one.',
  },
  {
    name: 'invites outlive the rights of who made them',
    file: 'lib/projects/server/members.ts',
    from: "  if (role !== 'admin') await endInvitesBy(db, place)\n",
    to: '',
    test: invites('when who made it is admin no more, in whatever way'),
    why: 'A back door for who was shown out.',
  },
  {
    name: 'a link for a new password works twice',
    file: 'lib/auth/server/reset-commands.ts',
    from: '${hashSecret(secret)} and ended_at is null and expires_at > now()',
    to: '${hashSecret(secret)} and expires_at > now()',
    test: resets('sets it once, and ends every session and every other link'),
    why: 'Mails are kept for long.',
  },
  {
    name: 'a link for a new password never ends',
    file: 'lib/auth/server/reset-commands.ts',
    from: '${hashSecret(secret)} and ended_at is null and expires_at > now()',
    to: '${hashSecret(secret)} and ended_at is null',
    test: resets('is over after an hour, and nothing where the account is disabled'),
    why: 'The same.',
  },
  {
    name: 'a new password by link leaves sessions',
    file: 'lib/auth/server/reset-commands.ts',
    from: 'update session set revoked_at = now() where user_id = ${userId}::uuid and revoked_at is null',
    to: 'update session set revoked_at = now() where user_id = ${userId}::uuid and false',
    test: resets('sets it once, and ends every session and every other link'),
    why: 'It is asked for by whom somebody else has got in as.',
  },
  {
    name: 'secrets of links are kept as they are',
    file: 'lib/auth/server/secrets.ts',
    from: "return new Uint8Array(createHash('sha256').update(secret).digest())",
    to: 'return new Uint8Array(Buffer.from(secret))',
    test: {
      file: 'lib/auth/server/sessions.db.test.ts',
      name: 'says who and what it may, and is kept as a hash',
    },
    why: 'Whoever reads a dump would be everybody.',
  },
  {
    name: 'the last admin of a project goes',
    file: 'lib/projects/server/members.ts',
    from: 'order by m.user_id for no key update of m`',
    to: 'order by m.user_id`',
    test: {
      file: 'lib/projects/server/members.db.test.ts',
      name: 'keeps the last admin, also of two who remove each other at once',
    },
    why: 'Nobody could let anybody in again.',
  },
  {
    name: 'the last instance admin goes',
    file: 'lib/auth/server/last-admin.ts',
    from: 'order by id for no key update`',
    to: 'order by id`',
    test: {
      file: 'lib/auth/server/accounts-commands.db.test.ts',
      name: 'is one of two who unmake or disable each other at once',
    },
    why: 'The same, for all of it.',
  },
  {
    name: 'people accept their own labellings',
    file: 'lib/review/server/refuse-return.ts',
    from: 'if (userId === reviewer) return',
    to: "if (userId === '') return",
    test: {
      file: 'lib/review/server/labelling-review.db.test.ts',
      name: 'nobody accepts their own labelling',
    },
    why: 'A review is somebody else’s.',
  },
  {
    name: 'reviewers see who said what before they rule',
    file: 'lib/review/server/questions.sql.ts',
    from: "'person', ${shownName(hidesLabelers, Prisma.sql`u.name`)}",
    to: "'person', ${shownName(false, Prisma.sql`u.name`)}",
    test: {
      file: 'lib/review/server/hidden-names.db.test.ts',
      name: 'who parts has no name in any list of questions, rulings and splits until it is ruled on',
    },
    why: 'They would rule on people instead of steps.',
  },
  {
    name: 'agreement counts labels after the first error',
    file: 'lib/review/agreement/take-comparable.ts',
    from: 'const path = error < 0 ? ratings : ratings.slice(0, error + 1)',
    to: 'const path = ratings',
    test: {
      file: 'cli/agreement.test.ts',
      name: 'empty places after the first error, and ratings there, are none of it',
    },
    why: 'People stop at the first error: what stands after it was never compared.',
  },
  {
    name: 'agreement takes the earlier of two labellings',
    file: 'lib/review/agreement/compare-labellings.ts',
    from: 'const last = new Map(read.map(',
    to: 'const last = new Map(read.toReversed().map(',
    test: {
      file: 'lib/review/agreement/tally.test.ts',
      name: 'of the same person the later labelling counts, whatever the order',
    },
    why: 'A person has one last word.',
  },
  {
    name: 'gold is compared as work is',
    file: 'lib/review/server/agreed-labellings.sql.ts',
    from: "  when l.is_quality_control then 'gold'\n",
    to: '',
    test: {
      file: 'lib/review/server/agreement.db.test.ts',
      name: 'against gold it takes what was served as gold, which is left out of everything else',
    },
    why: 'What is easy would raise every number.',
  },
  {
    name: 'people are paused for nothing',
    file: 'lib/quality/pause-rule.ts',
    from: 'const pauses = answers >= pauseAnswersMin && probability',
    to: 'const pauses = probability',
    test: {
      file: 'lib/quality/server/judge-pauses.db.test.ts',
      name: 'pauses after five wrong answers, not after four, and refuses the next request',
    },
    why: 'A pause is a reproach.',
  },
  {
    name: 'an address is proved by any invite that names it',
    file: 'lib/projects/server/accept-invite.ts',
    from: 'isAddressProved: invite.provesAddress,',
    to: 'isAddressProved: invite.email !== null,',
    test: {
      file: 'lib/projects/server/invites.db.test.ts',
      name: 'by the link that they are shown',
    },
    why: 'An admin of one project would wait in an account of somebody else’s address until they come by a provider.',
  },
  {
    name: 'an address is proved by any admin who adds it',
    file: 'lib/projects/server/commands.ts',
    from: 'isAddressProved: runsServer(actor)',
    to: 'isAddressProved: true',
    test: {
      file: 'lib/projects/server/invites.db.test.ts',
      name: 'by adding it, after which it is theirs to add again',
    },
    why: 'The first password is shown to that admin.',
  },
]
