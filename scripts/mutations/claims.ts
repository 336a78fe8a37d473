import { type MutationGroups, testsOf } from './mutation'

const claimsInOneStatementMigration =
  'prisma/migrations/20261122110000_claims_in_one_statement/migration.sql'
const closedPlacesMigration = 'prisma/migrations/20261122211000_closed_places/migration.sql'
const claimsTest = testsOf('lib/queue/server/claims.db.test.ts')
const annotationTest = testsOf('lib/annotations/server/annotation.db.test.ts')

export const claimMutations: MutationGroups = {
  'claim lock': [
    {
      name: 'Claim does not lock the row',
      why: 'Two annotators take the same slot.',
      file: claimsInOneStatementMigration,
      from: 'limit 1 for update of q skip locked;\n    end if;\n    if locked is not null',
      to: 'limit 1;\n    end if;\n    if locked is not null',
      test: claimsTest('48 claims for 4 solutions never exceed an overlap of %i'),
    },
    {
      name: 'Claim does not lock the annotator',
      why: 'Two tabs of one person each take a solution.',
      file: 'prisma/migrations/20261122193500_gold_in_the_stream/migration.sql',
      from: "  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));\n",
      to: '',
      test: claimsTest('48 claims for 4 solutions never exceed an overlap of %i'),
    },
  ],
  'claim re-count': [
    {
      name: 'Claim does not count again after the lock',
      why: 'A claim that waited for the lock takes a slot that is gone.',
      file: claimsInOneStatementMigration,
      from: '        where q.project_id = p_project and q.held + q.done < q.wanted\n          and (q.tier, q.pass, -q.priority, q.solution_id)\n            >= (best.tier',
      to: '        where q.project_id = p_project\n          and (q.tier, q.pass, -q.priority, q.solution_id)\n            >= (best.tier',
      test: claimsTest('48 claims for 4 solutions never exceed an overlap of %i'),
    },
  ],
  leases: [
    {
      name: 'Lease never expires',
      why: 'A closed browser keeps its solution forever.',
      file: closedPlacesMigration,
      from: 'p_project and expires_at <= now()',
      to: 'p_project and expires_at is null',
      test: claimsTest('a lease that ran out is free at the next claim, and its holder is told'),
    },
    {
      name: 'Save accepts the lease of another person',
      why: 'Anyone who knows a lease can write the annotation of its holder.',
      file: claimsInOneStatementMigration,
      from: 'e.id = p_lease and e.user_id = p_user and e.expires_at > now()',
      to: 'e.id = p_lease and e.expires_at > now()',
      test: annotationTest('lease brings nothing, and an expired one neither'),
    },
    {
      name: 'Save accepts an expired lease',
      why: 'Two people write the same slot.',
      file: claimsInOneStatementMigration,
      from: 'e.user_id = p_user and e.expires_at > now()\n    returning e.* into held',
      to: 'e.user_id = p_user\n    returning e.* into held',
      test: annotationTest('a late save is refused and changes nothing'),
    },
  ],
  overlap: [
    {
      name: 'Database accepts more annotations than slots',
      why: 'The overlap holds only as long as no code has a bug.',
      file: closedPlacesMigration,
      from: ' and held + done <= wanted\n',
      to: '\n',
      test: {
        file: 'lib/annotations/server/constraints.db.test.ts',
        name: 'more held and done than wanted is refused',
      },
    },
    {
      name: 'Claim serves solutions that the person has annotated',
      why: 'Overlap counts one person twice.',
      file: claimsInOneStatementMigration,
      from: "from labelling where state <> 'draft'",
      to: 'from labelling where false',
      test: annotationTest(
        'two people label one solution when the overlap is two, a third does not',
      ),
    },
  ],
}
