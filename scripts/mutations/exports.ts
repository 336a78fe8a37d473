import type { Mutation } from './mutation'

const formats = (name: string) => ({ file: 'lib/formats/output-formats.test.ts', name })
const releases = (name: string) => ({ file: 'lib/exports/server/releases.db.test.ts', name })

export const exportMutations: readonly Mutation[] = [
  {
    name: 'neutral is exported as wrong',
    file: 'lib/formats/processbench.ts',
    from: "rating === -1 || (rating === 0 && neutral === 'negative')",
    to: 'rating === -1 || rating === 0',
    test: formats('give ProcessBench all steps and the first error, or the end, or nothing'),
    why: 'Neutral is not negative; what becomes of it is said.',
  },
  {
    name: 'nobody says what becomes of neutral ratings',
    file: 'lib/formats/output-formats.ts',
    from: 'if (!outputFormats[format].needsNeutral || neutral !== null) return',
    to: 'if (format !== "csv") return',
    test: releases('what cannot be released is refused before anything is made'),
    why: 'A default here would be a silent change of the labels.',
  },
  {
    name: 'held-out problems are trained on',
    file: 'lib/exports/choose-side.ts',
    from: "  if (isHeldOut) return become === 'test' ? 'test' : 'leftOut'\n",
    to: '',
    test: {
      file: 'lib/exports/choose-side.test.ts',
      name: 'what is held out is never trained on, whatever the share',
    },
    why: 'A benchmark in the training data says nothing any more.',
  },
  {
    name: 'a release is asked for by a number that no column holds',
    file: 'lib/exports/release-fields.ts',
    from: 'filters: askedFilters.prefault({})',
    to: 'filters: releaseFilters.prefault({})',
    test: {
      file: 'lib/http/server/strict-inputs.test.ts',
      name: 'no call takes a whole number that its column cannot hold',
    },
    why: 'PostgreSQL refuses it, and that is told as a fault of ours.',
  },
  {
    name: 'a release that was asked for by such a number hides all others',
    file: 'lib/exports/contract.ts',
    from: '  filters: releaseFilters.prefault({}),',
    to: '  filters: askedSelection.filters,',
    test: releases(
      'one that was asked for by a number that no column holds is told of with the others',
    ),
    why: 'What is stored is read as it was stored, whatever is taken today.',
  },
  {
    name: 'drafts are exported',
    file: 'lib/exports/server/select-labellings.ts',
    from: "return Prisma.sql`l.project_id = ${projectId}::uuid and l.state = 'submitted'`",
    to: 'return Prisma.sql`l.project_id = ${projectId}::uuid`',
    test: {
      file: 'lib/exports/server/release-filters.db.test.ts',
      name: '%s',
      only: 'filters withUnfinished',
    },
    why: 'What nobody submitted nobody said.',
  },
  {
    name: 'exports of one project have rows of another',
    file: 'lib/exports/server/select-labellings.ts',
    from: "return Prisma.sql`l.project_id = ${projectId}::uuid and l.state = 'submitted'`",
    to: "return Prisma.sql`l.state = 'submitted'`",
    test: {
      file: 'lib/exports/server/release-filters.db.test.ts',
      name: 'nothing of another project is in a release or an export',
    },
    why: 'Projects are foreign to each other.',
  },
  {
    name: 'answers to gold are exported unasked',
    file: 'lib/exports/server/select-labellings.ts',
    from: '!filters.withGold && Prisma.sql`not l.is_quality_control`',
    to: 'false',
    test: {
      file: 'lib/exports/server/release-filters.db.test.ts',
      name: 'none: what is finished and is ordinary work',
    },
    why: 'They are of solutions whose labels were known.',
  },
  {
    name: 'an export is of many instants',
    file: 'lib/platform/server/row-transaction.ts',
    from: 'Prisma.TransactionIsolationLevel.RepeatableRead',
    to: 'Prisma.TransactionIsolationLevel.ReadCommitted',
    test: {
      file: 'lib/platform/server/stream.db.test.ts',
      name: 'all lines are of one instant, whatever is written meanwhile',
    },
    why: 'Its lines would contradict each other.',
  },
  {
    name: 'a release can be changed',
    file: 'prisma/migrations/20261122072754_data_in_and_out/migration.sql',
    from: "  if old.state = 'done' then\n    raise exception 'a release is never changed'",
    to: "  if false then\n    raise exception 'a release is never changed'",
    test: releases('that is done is never changed, nor are its files'),
    why: 'What was published stays as it was.',
  },
  {
    name: 'a cell is a formula',
    file: 'lib/formats/csv-rows.ts',
    from: "return formulaStart.test(text) ? `'${text}` : text",
    to: 'return text',
    test: { file: 'lib/formats/csv-rows.test.ts', name: 'none begins as a formula does' },
    why: 'Spreadsheets run them.',
  },
  {
    name: 'a file is shown instead of saved',
    file: 'lib/http/server/write-replies.ts',
    from: '`attachment; filename=',
    to: '`inline; filename=',
    test: {
      file: 'lib/http/server/write-replies.db.test.ts',
      name: 'a stored file comes whole, to be saved, with its hash',
    },
    why: 'CVAT and Label Studio served files as pages.',
  },
  {
    name: 'a name ends the header that it stands in',
    file: 'lib/http/server/write-replies.ts',
    from: "fileName.replace(/[^\\w .-]/g, '_')",
    to: 'fileName',
    test: {
      file: 'lib/http/server/write-replies.db.test.ts',
      name: 'lines come as the file %j, of the type that they are',
    },
    why: 'A line break in it would begin another header.',
  },
  {
    name: 'what was open when a release was made counts as in it',
    file: 'lib/exports/server/cursor.sql.ts',
    from: "select system_identifier || '/' || pg_current_snapshot()::text as cursor",
    to: "select system_identifier || '/' || replace('x:x:', 'x', pg_snapshot_xmax(pg_current_snapshot())::text) as cursor",
    test: {
      file: 'lib/exports/server/release-since.db.test.ts',
      name: 'what a transaction wrote that was open during the first release is in the second, once',
    },
    why: 'It would be in no release that follows another.',
  },
  {
    name: 'what was open when a replica was read counts as in the release',
    file: 'lib/exports/server/cursor.sql.ts',
    from: '  if (upTo === null) return null\n',
    to: '  if (upTo !== "") return null\n',
    test: {
      file: 'lib/exports/server/replica-release.db.test.ts',
      name: 'what a transaction wrote that was open when the replica was read comes after it, once',
    },
    why: 'A replica’s snapshot does not tell what was under way.',
  },
  {
    name: 'a release follows one of another database server',
    file: 'lib/exports/server/cursor.sql.ts',
    from: 'if (splitCursor(earlier.cursor)[0] === (await readCluster(db))) return',
    to: 'if ((await readCluster(db)) !== earlier.cursor) return',
    test: {
      file: 'lib/exports/server/release-since.db.test.ts',
      name: 'a release of another database server is refused, when asked for and when written',
    },
    why: 'Numbers of transactions mean nothing there.',
  },
  {
    name: 'a special token within another stays one',
    file: 'lib/formats/step-tags.ts',
    from: 'return broken === text ? text : breakSpecialTokens(broken)',
    to: 'return broken',
    test: { file: 'lib/formats/step-tags.test.ts', name: 'one within another is broken as well' },
    why: 'A trainer finds the end of a turn where a model wrote one.',
  },
]
