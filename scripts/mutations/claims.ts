import type { Mutation } from './mutation'

const claims = 'prisma/migrations/20261122110000_claims_in_one_statement/migration.sql'
const gold = 'prisma/migrations/20261122193500_gold_in_the_stream/migration.sql'
const closed = 'prisma/migrations/20261122211000_closed_places/migration.sql'
const claiming = (name: string) => ({ file: 'lib/queue/server/claims.db.test.ts', name })
const nothingLeft = (name: string) => ({
  file: 'lib/queue/server/nothing-left.db.test.ts',
  name,
})
const never = claiming('48 claims for 4 solutions never exceed an overlap of %i')

export const claimMutations: readonly Mutation[] = [
  {
    name: 'claims lock no row',
    file: claims,
    from: 'limit 1 for update of q skip locked;\n    end if;\n    if locked is not null',
    to: 'limit 1;\n    end if;\n    if locked is not null',
    test: never,
    why: 'Two would take one place.',
  },
  {
    name: 'claims are not counted on the row',
    file: gold,
    from: 'held = held + case when gold is null then 1 else 0 end',
    to: 'held = held',
    test: never,
    why: 'The count on the locked row is read again once there is the lock; nothing else is.',
  },
  {
    name: 'claims do not look at the count again',
    file: claims,
    from: '        where q.project_id = p_project and q.held + q.done < q.wanted\n          and (q.tier, q.pass, -q.priority, q.solution_id)\n            >= (best.tier',
    to: '        where q.project_id = p_project\n          and (q.tier, q.pass, -q.priority, q.solution_id)\n            >= (best.tier',
    test: never,
    why: 'Whoever waited for a lock finds the place taken.',
  },
  {
    name: 'the database takes more than the overlap',
    file: closed,
    from: ' and held + done <= wanted\n',
    to: '\n',
    test: {
      file: 'lib/labelling/server/constraints.db.test.ts',
      name: 'more held and done than wanted is refused',
    },
    why: 'The last word on overlap, whoever writes.',
  },
  {
    name: 'a lease never ends',
    file: closed,
    from: 'p_project and expires_at <= now()',
    to: 'p_project and expires_at is null',
    test: claiming('a lease that ran out is free at the next claim, and its holder is told'),
    why: 'A browser that was closed would keep its solution for ever.',
  },
  {
    name: 'one person claims twice at once',
    file: gold,
    from: "  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));\n",
    to: '',
    test: never,
    why: 'Tabs of one person would each take a solution.',
  },
  {
    name: "anybody's lease can be given back",
    file: 'lib/queue/server/claim.sql.ts',
    from: '${claimer.projectId}::uuid and user_id = ${claimer.userId}::uuid and expires_at > now()',
    to: '${claimer.projectId}::uuid and expires_at > now()',
    test: claiming("nobody can renew, release or skip by another person's lease"),
    why: 'Nobody takes work out of the hand of another.',
  },
  {
    name: 'a person is served what they labelled',
    file: claims,
    from: "from labelling where state <> 'draft'",
    to: 'from labelling where false',
    test: {
      file: 'lib/labelling/server/labelling.db.test.ts',
      name: 'two people label one solution when the overlap is two, a third does not',
    },
    why: 'Overlap means different people.',
  },
  {
    name: 'gold comes to who had it',
    file: gold,
    from: '      and not exists (select from queue_block b where b.project_id = g.project_id and b.solution_id = g.solution_id\n        and b.user_id = g.user_id offset 0)\n',
    to: '',
    test: {
      file: 'lib/queue/server/gold-claims.db.test.ts',
      name: 'never serves what the person labelled, skipped or holds',
    },
    why: 'What comes a second time tells that it is gold.',
  },
  {
    name: 'a claim says what it serves',
    file: gold,
    from: "    select 'work', e.id, e.solution_id",
    to: '    select e.purpose::text, e.id, e.solution_id',
    test: {
      file: 'lib/queue/server/gold-claims.db.test.ts',
      name: 'serves gold by chance, which says nothing of itself and holds no place',
    },
    why: 'Nobody may tell gold from work.',
  },
  {
    name: 'whoever leaves keeps what they hold',
    file: 'prisma/migrations/20261122223700_letting_in/migration.sql',
    from: '  perform give_back_leases(old.project_id, old.user_id);\n',
    to: '',
    test: {
      file: 'lib/projects/server/members.db.test.ts',
      name: 'shuts the project to them, gives back what they hold, and lets others have it',
    },
    why: 'Work would be held by who cannot do it.',
  },
  {
    name: 'why nothing is left is looked up before the last look for a place',
    file: 'lib/queue/server/commands.ts',
    from: '    const before = await readMoment(db)\n',
    to: '    const before = await readMoment(db)\n    const state = await readQueueState(db, claimer, before)\n',
    also: [
      {
        from: '    return explainNoneLeft(await readQueueState(db, claimer, before))',
        to: '    return explainNoneLeft(state)',
      },
    ],
    test: nothingLeft('goes from hand to hand during a claim'),
    why: 'A place given back before, and taken by somebody else, was neither served nor told of: a script went home.',
  },
  {
    name: 'a place that came free after the last look is not told of',
    file: 'lib/queue/server/commands.ts',
    from: '  if (othersUntil || hasOpened)\n',
    to: '  if (othersUntil)\n',
    test: nothingLeft('at any moment of a claim'),
    why: 'Neither served nor told of, it might never get its labellings.',
  },
  {
    name: 'a giving back that was under way when the claim began is not told of',
    file: 'lib/queue/server/claim.sql.ts',
    from: 'between pg_snapshot_xmin(${before}',
    to: 'between pg_snapshot_xmax(${before}',
    test: nothingLeft('under way when a claim begins'),
    why: 'Neither served nor told of, it might never get its labellings.',
  },
  {
    name: 'what came free is told of to whom it will not be served',
    file: 'lib/queue/server/claim.sql.ts',
    from: ' and ${isTheirs}) as "hasOpened"',
    to: ') as "hasOpened"',
    test: nothingLeft('what a claim frees itself'),
    why: 'Whoever has skipped it would be told to wait for it.',
  },
  {
    name: 'what others hold is told of only where nothing else is open',
    file: 'lib/queue/server/commands.ts',
    from: '  if (othersUntil || hasOpened)\n',
    to: '  if ((othersUntil && !hasPlaces) || hasOpened)\n',
    test: nothingLeft('whatever else waits for others'),
    why: 'Whoever is told that the rest is for others does not come again for what is given back.',
  },
]
