import {
  baselineMigrationPath,
  type MutationsByGuarantee,
  createTestReferenceMaker,
  getDatabaseFunctionPath,
} from './mutation'

const claimsTest = createTestReferenceMaker('lib/queue/server/claims.db.test.ts')
const annotationTest = createTestReferenceMaker('lib/annotations/server/annotation.db.test.ts')

export const claimMutations: MutationsByGuarantee = {
  'claim lock': [
    {
      name: 'Claim does not lock the row',
      why: 'Two annotators take the same slot.',
      file: getDatabaseFunctionPath('lock_best_item'),
      from: 'limit 1 for update of q skip locked;\n    end if;\n    if locked is not null',
      to: 'limit 1;\n    end if;\n    if locked is not null',
      test: claimsTest(
        'never exceed the overlap of %i when 48 concurrent claims compete for 4 solutions',
      ),
    },
  ],
  'claim re-count': [
    {
      name: 'Claim does not count again after the lock',
      why: 'A claim that waited for the lock takes a slot that is gone.',
      file: getDatabaseFunctionPath('lock_best_item'),
      from: '        where q.project_id = p_project and q.leased + q.done < q.slots\n          and (q.tier, q.pass, -q.priority, q.solution_id)\n            >= (best.tier',
      to: '        where q.project_id = p_project\n          and (q.tier, q.pass, -q.priority, q.solution_id)\n            >= (best.tier',
      test: claimsTest(
        'never exceed the overlap of %i when 48 concurrent claims compete for 4 solutions',
      ),
    },
  ],
  leases: [
    {
      name: 'Lease never expires',
      why: 'A closed browser keeps its solution forever.',
      file: getDatabaseFunctionPath('end_expired_leases'),
      from: 'p_project and expires_at <= now()',
      to: 'p_project and expires_at is null',
      test: claimsTest(
        'free the slot of an expired lease, whose holder is rejected with lease_lost',
      ),
    },
    {
      name: 'Save accepts the lease of another person',
      why: 'Anyone who knows a lease can write the annotation of its holder.',
      file: getDatabaseFunctionPath('renew_lease'),
      from: 'e.id = p_lease and e.user_id = p_user and e.expires_at > now()',
      to: 'e.id = p_lease and e.expires_at > now()',
      test: annotationTest(
        'and reading its solution are rejected with another member’s lease; so is reading with an expired lease',
      ),
    },
    {
      name: 'Save accepts an expired lease',
      why: 'Two people write the same slot.',
      file: getDatabaseFunctionPath('renew_lease'),
      from: 'e.user_id = p_user and e.expires_at > now()\n    returning e.* into renewed',
      to: 'e.user_id = p_user\n    returning e.* into renewed',
      test: annotationTest('is rejected if the lease expires before the save'),
    },
  ],
  overlap: [
    {
      name: 'Database accepts more annotations than slots',
      why: 'The overlap holds only as long as no code has a bug.',
      file: baselineMigrationPath,
      from: '    and leased + done <= slots and closed_slots >= 0',
      to: '    and closed_slots >= 0',
      test: {
        file: 'lib/annotations/server/constraints.db.test.ts',
        name: 'the database rejects a queue item with more leased and done slots than it has in total',
      },
    },
    {
      name: 'Claim serves solutions that the person has annotated',
      why: 'Overlap counts one person twice.',
      file: baselineMigrationPath,
      from: "from annotation where state <> 'draft'",
      to: 'from annotation where false',
      test: annotationTest(
        'with overlap 2 lets a second annotator claim the solution, but not the first one again',
      ),
    },
  ],
}
