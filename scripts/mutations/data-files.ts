import {
  type MutationsByGuarantee,
  createTestReferenceMaker,
  getDatabaseFunctionPath,
} from './mutation'

const jobs = 'lib/imports/server/jobs.ts'
const scanJson = 'lib/formats/find-json-error.ts'
const selectAnnotations = 'lib/exports/server/select-annotations.ts'
const importsTest = createTestReferenceMaker('lib/imports/server/imports.db.test.ts')
const parseJsonTest = createTestReferenceMaker('lib/formats/parse-json.test.ts')
const releaseFiltersTest = createTestReferenceMaker('lib/exports/server/release-filters.db.test.ts')

export const dataFileMutations: MutationsByGuarantee = {
  import: [
    {
      name: 'Rejected import is kept',
      why: 'A file with a bad line is half imported.',
      file: jobs,
      from: "  if (end.state !== 'done') await db.$executeRaw`rollback to savepoint before_import`\n",
      to: '',
      test: importsTest(
        'cause the file to be rejected, with line, location and reason of each error',
      ),
    },
    {
      name: 'Import accepts duplicate keys',
      why: 'A rating that is given twice changes silently.',
      file: scanJson,
      from: 'throw this.makeError(`The key ${name} occurs twice',
      to: 'void (`The key ${name} occurs twice',
      test: parseJsonTest('JSON that can’t be stored unchanged'),
    },
    {
      name: 'Import accepts __proto__ as a key',
      why: 'A file can pollute prototypes (Langfuse, 2026).',
      file: scanJson,
      from: "if (key === '__proto__') {",
      to: "if (key === '__proto') {",
      test: parseJsonTest('JSON that can’t be stored unchanged'),
    },
    {
      name: 'Import unpacks gzip bombs',
      why: 'A small file fills the disk.',
      file: 'lib/files/server/decompress-if-gzip.ts',
      from: 'decompressedBytes > unsuspectedBytes && decompressedBytes > maxRatio * compressedBytes',
      to: 'decompressedBytes < 0',
      test: {
        file: 'lib/files/server/decompress-if-gzip.test.ts',
        name: 'a decompression bomb, before it is fully decompressed',
      },
    },
    {
      name: 'Upload accepts a truncated body',
      why: 'Part of a file is imported as if it were all of it.',
      file: 'lib/http/server/read-request.ts',
      from: 'if (contentLength !== null && Number(contentLength) !== receivedLength)',
      to: 'if (contentLength === "")',
      test: {
        file: 'lib/http/server/api.db.test.ts',
        name: 'change nothing if they end before their announced length',
      },
    },
    {
      name: 'Bad lines are reported with the wrong number',
      why: 'No one finds the line to fix.',
      file: 'lib/formats/read-lines.ts',
      from: '    this.line += 1\n',
      to: '    this.line += 2\n',
      test: importsTest(
        'cause the file to be rejected, with line, location and reason of each error',
      ),
    },
  ],
  'interrupted import': [
    {
      name: 'Import commits its data before its state',
      why: 'A crash between the two imports the file twice or never.',
      file: jobs,
      from: '  const end = decideEnd(job, counts)\n',
      to: '  await db.$executeRaw`commit`\n  await db.$executeRaw`begin`\n  await db.$executeRaw`savepoint before_import`\n  const end = decideEnd(job, counts)\n',
      test: {
        file: 'lib/imports/server/import-faults.db.test.ts',
        name: 'is complete or absent, and the next run completes it',
        only: 'an import with a failing SQL statement is complete or absent, and the next run completes it',
      },
    },
  ],
  'round trip': [
    {
      name: 'Export writes characters beyond ASCII unescaped',
      why: 'A file that was imported and exported differs.',
      file: 'lib/formats/python-json.ts',
      from: 'return escapeNonAscii(dumpPythonJsonUnescaped(value))',
      to: 'return dumpPythonJsonUnescaped(value)',
      test: {
        file: 'lib/exports/server/round-trip.db.test.ts',
        name: 'random PRM800K lines of every documented shape round-trip byte for byte',
      },
    },
  ],
  'export contents': [
    {
      name: 'Export includes drafts',
      why: 'Annotations that no one submitted are trained on.',
      file: selectAnnotations,
      from: "return Prisma.sql`l.project_id = ${projectId}::uuid and l.state = 'submitted'`",
      to: 'return Prisma.sql`l.project_id = ${projectId}::uuid`',
      test: releaseFiltersTest('the filter %s adds these kinds of annotations: %j'),
    },
    {
      name: 'Export includes other projects',
      why: 'Data leaks to people without access.',
      file: selectAnnotations,
      from: "return Prisma.sql`l.project_id = ${projectId}::uuid and l.state = 'submitted'`",
      to: "return Prisma.sql`l.state = 'submitted'`",
      test: releaseFiltersTest('releases and exports contain nothing of other projects'),
    },
  ],
  'held-out problems': [
    {
      name: 'Release puts held-out problems into training',
      why: 'Benchmark scores mean nothing.',
      file: 'lib/exports/choose-split-side.ts',
      from: "  if (isHeldOut) return action === 'test' ? 'test' : 'heldOut'\n",
      to: '',
      test: {
        file: 'lib/exports/choose-split-side.test.ts',
        name: 'never puts held-out problems into the train split, for any test share',
      },
    },
  ],
  'frozen releases': [
    {
      name: 'Database lets a release change',
      why: 'A published data set is no longer reproducible.',
      file: getDatabaseFunctionPath('refuse_release_change'),
      from: "  if old.state = 'done' then\n    raise exception 'a release is never changed'",
      to: "  if false then\n    raise exception 'a release is never changed'",
      test: {
        file: 'lib/exports/server/releases.db.test.ts',
        name: 'is immutable once done, as are its files',
      },
    },
  ],
  downloads: [
    {
      name: 'CSV cell starts a formula',
      why: 'A spreadsheet runs the text of an annotator.',
      file: 'lib/formats/csv-rows.ts',
      from: "return formulaStart.test(text) ? `'${text}` : text",
      to: 'return text',
      test: {
        file: 'lib/formats/csv-rows.test.ts',
        name: 'never begins like a formula, and round-trips any text',
      },
    },
    {
      name: 'File name is not escaped in its header',
      why: 'A line break in a name adds a header.',
      file: 'lib/http/server/stream-responses.ts',
      from: "fileName.replace(/[^\\w .-]/g, '_')",
      to: 'fileName',
      test: {
        file: 'lib/http/server/stream-responses.db.test.ts',
        name: 'sends lines as the file %j with its content type',
      },
    },
  ],
}
