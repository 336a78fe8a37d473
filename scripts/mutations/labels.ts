import type { Mutation } from './mutation'

const claims = 'prisma/migrations/20261122110000_claims_in_one_statement/migration.sql'
const store = 'lib/labelling/server/store.sql.ts'
const write = 'lib/labelling/server/write-labelling.ts'
const idempotency = 'lib/auth/server/idempotency.ts'
const operation = 'lib/auth/server/operation.ts'
const constraints = 'prisma/migrations/20261121000100_constraints/migration.sql'
const saving = (name: string) => ({ file: 'lib/labelling/server/labelling.db.test.ts', name })

export const labelMutations: readonly Mutation[] = [
  {
    name: 'agreement counts what was submitted anew among what was taken back',
    file: 'lib/review/server/agreed-labellings.sql.ts',
    from: "and d.id = a.labelling_id and d.state = 'draft'",
    to: 'and d.id = a.labelling_id',
    test: {
      file: 'lib/review/server/agreement.db.test.ts',
      name: 'says how many of those that it counts were sent back, until they are submitted anew',
    },
    why: 'A number would be called old for ever.',
  },
  {
    name: "a save takes anybody's lease",
    file: claims,
    from: 'e.id = p_lease and e.user_id = p_user and e.expires_at > now()',
    to: 'e.id = p_lease and e.expires_at > now()',
    test: saving('lease brings nothing, and an expired one neither'),
    why: 'The lease is the fencing token: it is one person’s.',
  },
  {
    name: 'a save takes a lease that ran out',
    file: claims,
    from: 'e.user_id = p_user and e.expires_at > now()\n    returning e.* into held',
    to: 'e.user_id = p_user\n    returning e.* into held',
    test: saving('a late save is refused and changes nothing'),
    why: 'After its end somebody else may have the solution.',
  },
  {
    name: 'a heartbeat renews a lease that ran out',
    file: 'lib/queue/server/leases.ts',
    from: '    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and expires_at > now()',
    to: '    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid',
    test: {
      file: 'lib/queue/server/claims.db.test.ts',
      name: 'time is the database’s, also where the process is %i hours off',
    },
    why: 'A late heartbeat must not bring back what is free.',
  },
  {
    name: 'an older state overwrites a newer one',
    file: store,
    from: "l.state = 'draft' and l.sequence < excluded.sequence",
    to: "l.state = 'draft'",
    test: saving('an older state never overwrites a newer one'),
    why: 'Requests of one page overtake each other.',
  },
  {
    name: 'a page saves over what it has not read',
    file: store,
    from: '\n      and (l.writer = excluded.writer or l.sequence = ${row.basedOn})',
    to: '',
    test: saving('a page that another overtook is refused'),
    why: 'Two tabs and two devices: a conflict, never a silent overwrite.',
  },
  {
    name: 'what was submitted is saved over',
    file: store,
    from: "where l.state = 'draft' and l.sequence",
    to: 'where l.sequence',
    test: saving('what was submitted is not saved over'),
    why: 'A submitted labelling may be exported already.',
  },
  {
    name: 'ratings of other steps are taken',
    file: write,
    from: 'if (sent.revision !== offer.revision)',
    to: 'if (sent.revision < 0)',
    test: saving('of other steps than those that are there is refused'),
    why: 'Steps may be cut anew while somebody labels them.',
  },
  {
    name: 'content is stored unchecked',
    file: write,
    from: '  if (problem) refuse(problem.place, problem.reason)\n',
    to: '',
    test: saving('nothing after the first error'),
    why: 'A labelling ends at its first error.',
  },
  {
    name: 'an unfinished labelling is submitted',
    file: write,
    from: "  if (unfinished) refuse('ratings', unfinished)\n",
    to: '',
    test: saving('%s with %j is refused'),
    why: 'What says that all is right has every step rated.',
  },
  {
    name: 'the database takes any row of ratings',
    file: constraints,
    from: 'irregular is not null or labelling_is_prefix(finish_reason, step_count, flow, ratings)',
    to: 'true',
    test: {
      file: 'lib/labelling/server/constraints.db.test.ts',
      name: 'the database and findIrregularity take the same labellings',
    },
    why: 'The database has the last word on what a labelling is.',
  },
  {
    name: 'a repeat is done again',
    file: idempotency,
    from: 'if (taken === 1) return null',
    to: 'if (taken >= 0) return null',
    test: saving('a repeat with the same key gets the same answer'),
    why: 'Without it people are told that work was lost which was saved.',
  },
  {
    name: 'a key answers another request',
    file: idempotency,
    from: 'if (earlier.operation !== operation || earlier.requestHash !== requestHash)',
    to: 'if (earlier.operation !== operation)',
    test: saving('a repeat with the same key gets the same answer'),
    why: 'A key that came with other input answers nothing.',
  },
  {
    name: 'the kept answer is outside its transaction',
    file: operation,
    from: 'else await keepReply(db, {',
    to: 'else await keepReply(getDatabase(), {',
    test: saving('a repeat with the same key gets the same answer'),
    why: 'Answer and effect are there together, or neither is.',
  },
  {
    name: 'a write is acknowledged before its commit',
    file: operation,
    from: '  return database.$transaction(\n',
    to: '  const early = Promise.withResolvers<ReplyOf<C>>()\n  void database.$transaction(\n',
    also: [
      {
        from: 'actor: nameActor(actor), key, reply }, entry)\n      return reply\n    },',
        to: 'actor: nameActor(actor), key, reply }, entry)\n      early.resolve(reply)\n      return reply\n    },',
      },
      {
        from: '    { timeout: timeoutMs, maxWait: waitForConnectionMs },\n  )\n',
        to: '    { timeout: timeoutMs, maxWait: waitForConnectionMs },\n  ).catch(early.reject)\n  return early.promise\n',
      },
    ],
    test: {
      file: 'lib/labelling/server/failing-statements.db.test.ts',
      name: 'whichever statement fails, all of it is there or nothing',
    },
    why: 'What is acknowledged is on disk.',
  },
  {
    name: 'a submitted solution keeps its lease',
    file: 'lib/labelling/server/commands.ts',
    from: "    await endLease(db, holder, { id: input.lease }, 'done')\n",
    to: '',
    test: saving('gives the solution to nobody else'),
    why: 'Its place would be given out once more.',
  },
  {
    name: 'the solution ahead stays while another is opened again',
    file: 'lib/client/labelling-work.ts',
    from: 'const putBack = this.ahead.setAside()',
    to: 'const putBack = () => {}',
    test: {
      file: 'lib/client/reopen-work.test.ts',
      name: 'shows none that the server has given back, where the answer was lost',
    },
    why: 'Somebody labels what is not theirs any more, and it is refused.',
  },
  {
    name: 'what nobody can settle waits for reviewers',
    file: 'lib/review/server/reviews.sql.ts',
    from: 'where p.answer is not null)`',
    to: ')`',
    test: {
      file: 'lib/review/server/solution-verdicts.db.test.ts',
      name: 'without an answer: those that wait, then those of which somebody spoke',
    },
    why: 'The number never gets to zero, and the list that it leads to is empty.',
  },
]
