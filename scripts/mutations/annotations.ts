import {
  baselineMigrationPath,
  type MutationsByGuarantee,
  createTestReferenceMaker,
  getDatabaseFunctionPath,
} from './mutation'

const idempotency = 'lib/auth/server/idempotency.ts'
const operation = 'lib/auth/server/operation.ts'
const store = 'lib/annotations/server/store-annotation.sql.ts'
const draftStore = 'lib/client/draft-store.ts'
const annotationTest = createTestReferenceMaker('lib/annotations/server/annotation.db.test.ts')
const controllerTest = createTestReferenceMaker('lib/client/annotation-controller.test.ts')
const constraintsTest = createTestReferenceMaker('lib/annotations/server/constraints.db.test.ts')

export const annotationMutations: MutationsByGuarantee = {
  idempotency: [
    {
      name: 'Repeated request runs again',
      why: 'Annotators hear that saved work is lost.',
      file: idempotency,
      from: 'if (insertedCount === 1) return null',
      to: 'if (insertedCount >= 0) return null',
      test: annotationTest(
        'with a repeated idempotency key returns the same reply, and is rejected if the body differs',
      ),
    },
    {
      name: 'Idempotency key answers another request',
      why: 'A request with another body is lost without an error.',
      file: idempotency,
      from: 'if (earlier.operation !== operation || earlier.requestHash !== requestHash)',
      to: 'if (earlier.operation !== operation)',
      test: annotationTest(
        'with a repeated idempotency key returns the same reply, and is rejected if the body differs',
      ),
    },
    {
      name: 'Reply is stored outside the transaction',
      why: 'A retry after a crash gets an answer without an effect, or an effect without an answer.',
      file: operation,
      from: 'else await storeIdempotentReply(db, {',
      to: 'else await storeIdempotentReply(getDatabase(), {',
      test: annotationTest(
        'with a repeated idempotency key returns the same reply, and is rejected if the body differs',
      ),
    },
  ],
  'durable commits': [
    {
      name: 'Write is acknowledged before it is committed',
      why: 'A crash loses acknowledged annotations.',
      file: 'lib/auth/server/command-transaction.ts',
      from: '  const committedResult = await runTransaction(\n',
      to: '  const early = Promise.withResolvers<T>()\n  void runTransaction(\n',
      also: [
        {
          from: '      return { db, reply }\n',
          to: '      early.resolve(reply)\n      return { db, reply }\n',
        },
        {
          from: '  )\n  runCommitCallbacks(committedResult.db)\n  return committedResult.reply\n',
          to: '  ).catch(early.reject)\n  return early.promise\n',
        },
      ],
      test: {
        file: 'lib/annotations/server/atomic-writes.db.test.ts',
        name: 'writes everything or nothing, whichever SQL statement fails',
      },
    },
  ],
  'all or nothing': [
    {
      name: 'Adjudication commits before its last statements',
      why: 'A failure leaves an adjudication without its event and audit entry.',
      file: 'lib/adjudication/server/commands.ts',
      from: "    await insertEventDeliveries(db, project.id, 'adjudication.made', {",
      to: "    await db.$executeRaw`commit`\n    await db.$executeRaw`begin`\n    await insertEventDeliveries(db, project.id, 'adjudication.made', {",
      test: {
        file: 'lib/reviews/server/atomic-reviews.db.test.ts',
        name: '%s changes everything or nothing, whichever SQL statement fails',
        only: 'adjudicate changes everything or nothing, whichever SQL statement fails',
      },
    },
    {
      name: 'Failed export ends like a complete one',
      why: 'A reader takes a part of the data for the whole.',
      file: 'lib/platform/server/stream.ts',
      from: '(error: unknown) => writer.abort(error),',
      to: '() => writer.close(),',
      test: {
        file: 'lib/exports/server/failing-exports.db.test.ts',
        name: 'an export with a failing SQL statement is aborted or rejected',
      },
    },
  ],
  conflicts: [
    {
      name: 'Older save overwrites a newer one',
      why: 'A delayed request undoes ratings.',
      file: store,
      from: "l.state = 'draft' and l.sequence < excluded.sequence",
      to: "l.state = 'draft'",
      test: annotationTest('rejects a save with a lower sequence than the stored one'),
    },
    {
      name: 'Save overwrites changes from another tab',
      why: 'One tab or device silently replaces the work of another.',
      file: store,
      from: '\n      and (l.writer = excluded.writer or l.sequence = ${row.basedOn})',
      to: '',
      test: annotationTest(
        'rejects saves from a page that has not loaded another page’s newer save',
      ),
    },
    {
      name: 'Save in one statement ignores a save that committed meanwhile',
      why: 'The draft has the ratings of the newer save and the notes of the older one.',
      file: 'lib/annotations/server/save-draft.sql.ts',
      from: 'and l.sequence = ${storedSequence}',
      to: '',
      test: {
        file: 'lib/annotations/server/save-draft.db.test.ts',
        name: 'a save deletes the notes of a save that committed after it was read',
      },
    },
    {
      name: 'Kept work overwrites what another page saved',
      why: 'Work kept offline replaces newer work from another device.',
      file: draftStore,
      from: 'const isKnown = draft.sequence === snapshot.basedOn || draft.writer === snapshot.writer',
      to: 'const isKnown = draft.sequence >= 0',
      test: controllerTest('does not overwrite a newer save of another page'),
    },
  ],
  'offline work': [
    {
      name: 'Finished work is not kept on the device',
      why: 'Closing an offline browser loses the annotation.',
      file: draftStore,
      from: '    this.outbox.putFinish({ ...this.owner, ...metadata, idempotencyKey, finish })\n',
      to: '    void [this.owner, metadata, idempotencyKey]\n',
      test: controllerTest(
        'submits annotations stored by an earlier page before it claims a solution',
      ),
    },
    {
      name: 'Finished work is sent in reverse order',
      why: 'Annotations arrive in another order than they were made.',
      file: 'lib/client/outbox.ts',
      from: 'first.storedAt - second.storedAt',
      to: 'second.storedAt - first.storedAt',
      test: {
        file: 'lib/client/outbox.test.ts',
        name: 'lists submissions that are queued but not yet written to the database, in order',
      },
    },
    {
      name: 'Each retry has a new idempotency key',
      why: 'A retry after a lost reply submits twice, or reports saved work as lost.',
      file: 'lib/client/finish-queue.ts',
      from: 'await calls.finish(finish)',
      to: 'await calls.finish({ ...finish, idempotencyKey: crypto.randomUUID() })',
      test: controllerTest(
        'shows the next solution at once, and retries the submission with the same idempotency key',
      ),
    },
  ],
  'one annotation per person': [
    {
      name: 'Database accepts two annotations of one person on one solution',
      why: 'One person counts twice in agreement and exports.',
      file: baselineMigrationPath,
      from: 'create unique index annotation_project_id_solution_id_user_id_key',
      to: 'create index annotation_project_id_solution_id_user_id_key',
      test: annotationTest(
        'with overlap 2 lets a second annotator claim the solution, but not the first one again',
      ),
    },
  ],
  'submitted annotations': [
    {
      name: 'Save overwrites a submitted annotation',
      why: 'Data that was already exported changes.',
      file: store,
      from: "where l.state = 'draft' and l.sequence",
      to: 'where l.sequence',
      test: annotationTest('keeps a save through a new lease from overwriting it'),
    },
  ],
  'valid ratings': [
    {
      name: 'Database accepts ratings after the first error',
      why: 'Exports contain annotations that the format forbids.',
      file: baselineMigrationPath,
      from: 'irregular is not null or annotation_is_prefix(finish_reason, step_count, flow, ratings)',
      to: 'true',
      test: constraintsTest(
        'the database constraint annotation_prefix and findAnnotationIrregularity accept the same random annotations',
      ),
    },
    {
      name: 'Database accepts ratings other than -1, 0 and 1',
      why: 'Exports contain ratings that no format has.',
      file: baselineMigrationPath,
      from: 'check (array_remove(ratings, null) <@ array[-1, 0, 1]::smallint[])',
      to: 'check (true)',
      test: constraintsTest(
        'the database rejects a rating of %i, even in an imported irregular annotation',
      ),
    },
  ],
  adjudications: [
    {
      name: 'Database accepts two adjudications of one solution',
      why: 'A solution has two final answers.',
      file: baselineMigrationPath,
      from: 'create unique index adjudication_current',
      to: 'create index adjudication_current',
      test: {
        file: 'lib/adjudication/server/adjudication.db.test.ts',
        name: 'database constraints reject invalid adjudications',
      },
    },
  ],
  'frozen history': [
    {
      name: 'Database lets stored history change',
      why: 'Guideline versions, revisions and archived annotations can be rewritten.',
      file: getDatabaseFunctionPath('refuse_history_change'),
      from: "  raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';",
      to: '  return new;',
      test: {
        file: 'lib/annotations/server/guideline.db.test.ts',
        name: 'creates a version that can’t be changed in the database',
      },
    },
  ],
}
