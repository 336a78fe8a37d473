import { type MutationGroups, testsOf } from './mutation'

const idempotency = 'lib/auth/server/idempotency.ts'
const operation = 'lib/auth/server/operation.ts'
const store = 'lib/annotations/server/store.sql.ts'
const keepWork = 'lib/client/keep-work.ts'
const constraintsMigration = 'prisma/migrations/20261121000100_constraints/migration.sql'
const annotationTest = testsOf('lib/annotations/server/annotation.db.test.ts')
const annotationWorkTest = testsOf('lib/client/annotation-work.test.ts')
const constraintsTest = testsOf('lib/annotations/server/constraints.db.test.ts')

export const annotationMutations: MutationGroups = {
  idempotency: [
    {
      name: 'Repeated request runs again',
      why: 'Annotators hear that saved work is lost.',
      file: idempotency,
      from: 'if (taken === 1) return null',
      to: 'if (taken >= 0) return null',
      test: annotationTest('a repeat with the same key gets the same answer'),
    },
    {
      name: 'Idempotency key answers another request',
      why: 'A request with another body is lost without an error.',
      file: idempotency,
      from: 'if (earlier.operation !== operation || earlier.requestHash !== requestHash)',
      to: 'if (earlier.operation !== operation)',
      test: annotationTest('a repeat with the same key gets the same answer'),
    },
    {
      name: 'Reply is stored outside the transaction',
      why: 'A retry after a crash gets an answer without an effect, or an effect without an answer.',
      file: operation,
      from: 'else await keepReply(db, {',
      to: 'else await keepReply(getDatabase(), {',
      test: annotationTest('a repeat with the same key gets the same answer'),
    },
  ],
  'durable commits': [
    {
      name: 'Write is acknowledged before it is committed',
      why: 'A crash loses acknowledged annotations.',
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
        file: 'lib/annotations/server/failing-statements.db.test.ts',
        name: 'whichever statement fails, all of it is there or nothing',
      },
    },
  ],
  'all or nothing': [
    {
      name: 'Adjudication commits before its last statements',
      why: 'A failure leaves an adjudication without its event and audit entry.',
      file: 'lib/review/server/adjudication-commands.ts',
      from: "    await announce(db, project.id, 'adjudication.made', {",
      to: "    await db.$executeRaw`commit`\n    await db.$executeRaw`begin`\n    await announce(db, project.id, 'adjudication.made', {",
      test: {
        file: 'lib/review/server/failing-reviews.db.test.ts',
        name: '%s: whichever statement fails, all of it is there or nothing',
        only: 'adjudicate: whichever statement fails, all of it is there or nothing',
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
        name: 'an export whose every statement fails breaks off or is refused',
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
      test: annotationTest('an older state never overwrites a newer one'),
    },
    {
      name: 'Save overwrites changes from another tab',
      why: 'One tab or device silently replaces the work of another.',
      file: store,
      from: '\n      and (l.writer = excluded.writer or l.sequence = ${row.basedOn})',
      to: '',
      test: annotationTest('a page that another overtook is refused'),
    },
    {
      name: 'Kept work overwrites what another page saved',
      why: 'Work kept offline replaces newer work from another device.',
      file: keepWork,
      from: 'const isKnown = draft.sequence === kept.basedOn || draft.writer === kept.writer',
      to: 'const isKnown = draft.sequence >= 0',
      test: annotationWorkTest(
        'does not put what this device kept over what another page wrote since',
      ),
    },
  ],
  'offline work': [
    {
      name: 'Finished work is not kept on the device',
      why: 'Closing an offline browser loses the annotation.',
      file: keepWork,
      from: '    this.outbox.putFinish({ ...this.owner, ...head, idempotencyKey, finish })\n',
      to: '    void [this.owner, head, idempotencyKey]\n',
      test: annotationWorkTest('hands in what an earlier page could not, before it asks for more'),
    },
    {
      name: 'Finished work is sent in reverse order',
      why: 'Annotations arrive in another order than they were made.',
      file: 'lib/client/outbox.ts',
      from: 'one.keptAt - other.keptAt',
      to: 'other.keptAt - one.keptAt',
      test: { file: 'lib/client/outbox.test.ts', name: 'reads at once what was put' },
    },
    {
      name: 'Each retry has a new idempotency key',
      why: 'A retry after a lost reply submits twice, or reports saved work as lost.',
      file: 'lib/client/finish-work.ts',
      from: 'await calls.finish(finish)',
      to: 'await calls.finish({ ...finish, idempotencyKey: crypto.randomUUID() })',
      test: annotationWorkTest(
        'shows the next one at once, and hands in with one key until it is taken',
      ),
    },
  ],
  'one annotation per person': [
    {
      name: 'Database accepts two annotations of one person on one solution',
      why: 'One person counts twice in agreement and exports.',
      file: 'prisma/migrations/20261121000000_first/migration.sql',
      from: 'CREATE UNIQUE INDEX "labelling_project_id_solution_id_user_id_key"',
      to: 'CREATE INDEX "labelling_project_id_solution_id_user_id_key"',
      test: annotationTest('two people label one solution when the overlap is two'),
    },
  ],
  'submitted annotations': [
    {
      name: 'Save overwrites a submitted annotation',
      why: 'Data that was already exported changes.',
      file: store,
      from: "where l.state = 'draft' and l.sequence",
      to: 'where l.sequence',
      test: annotationTest('what was submitted is not saved over'),
    },
  ],
  'valid ratings': [
    {
      name: 'Database accepts ratings after the first error',
      why: 'Exports contain annotations that the format forbids.',
      file: constraintsMigration,
      from: 'irregular is not null or labelling_is_prefix(finish_reason, step_count, flow, ratings)',
      to: 'true',
      test: constraintsTest('the database and findIrregularity accept the same annotations'),
    },
    {
      name: 'Database accepts ratings other than -1, 0 and 1',
      why: 'Exports contain ratings that no format has.',
      file: constraintsMigration,
      from: 'array_remove(ratings, null) <@ array[-1, 0, 1]::smallint[]\n',
      to: 'true\n',
      test: constraintsTest('a rating of %i is refused, also where irregular'),
    },
  ],
  adjudications: [
    {
      name: 'Database accepts two adjudications of one solution',
      why: 'A solution has two final answers.',
      file: 'prisma/migrations/20261122164000_adjudication/migration.sql',
      from: 'create unique index adjudication_stands',
      to: 'create index adjudication_stands',
      test: {
        file: 'lib/review/server/adjudication.db.test.ts',
        name: 'the database holds what an adjudication is',
      },
    },
  ],
  'frozen history': [
    {
      name: 'Database lets stored history change',
      why: 'Guideline versions, revisions and archived annotations can be rewritten.',
      file: 'prisma/migrations/20261122042254_labelling_flow/migration.sql',
      from: "  raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';",
      to: '  return new;',
      test: {
        file: 'lib/annotations/server/guideline.db.test.ts',
        name: 'versions are never changed',
      },
    },
  ],
}
