import type { PlantedBug } from './planted-bug'

const scan = 'lib/formats/scan-json.ts'
const json = { file: 'lib/formats/parse-json.test.ts', name: 'JSON that cannot be kept as it is' }
const unpack = (name: string) => ({ file: 'lib/files/server/unpack.test.ts', name })
const api = (name: string) => ({ file: 'lib/http/server/api.db.test.ts', name })

export const importBugs: readonly PlantedBug[] = [
  {
    name: 'NUL comes in',
    file: 'lib/formats/scan-json-text.ts',
    from: 'if (unit === 0) {',
    to: 'if (unit < 0) {',
    test: json,
    why: 'PostgreSQL cannot hold it: a 500 in the midst of an import.',
  },
  {
    name: 'half a surrogate pair comes in',
    file: 'lib/formats/scan-json-text.ts',
    from: 'if (isLow !== high >= 0) return',
    to: 'if (false) return',
    test: json,
    why: 'It would be stored as another character, without a word.',
  },
  {
    name: 'JSON is as deep as it likes',
    file: 'lib/formats/limits.ts',
    from: 'depth: 32,',
    to: 'depth: 10_000_000,',
    test: {
      file: 'lib/formats/parse-json.test.ts',
      name: 'nesting is allowed to depth 32, and a million deep costs nothing',
    },
    why: 'The stack of whatever reads it next ends before it does.',
  },
  {
    name: 'a key given twice wins',
    file: scan,
    from: 'throw this.fault(`The key ${name} is given twice',
    to: 'void (`The key ${name} is given twice',
    test: json,
    why: 'A rating that is there twice flips.',
  },
  {
    name: '__proto__ is a key',
    file: scan,
    from: "if (key === '__proto__') {",
    to: "if (key === '__proto') {",
    test: json,
    why: 'Prototype pollution, as at Langfuse in 2026.',
  },
  {
    name: 'a call takes NUL',
    file: 'lib/platform/fields.ts',
    from: "text.isWellFormed() && !text.includes('\\0')",
    to: 'text.isWellFormed()',
    test: { file: 'lib/platform/fields.test.ts', name: 'takes no NUL and no half of a pair' },
    why: 'The same, from the API.',
  },
  {
    name: 'bytes that are no UTF-8 become something else',
    file: 'lib/formats/read-lines.ts',
    from: "new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })",
    to: "new TextDecoder('utf-8', { ignoreBOM: true })",
    test: {
      file: 'lib/formats/read-lines.test.ts',
      name: '%s is refused with its column',
    },
    why: 'Damage would be stored as if it were text.',
  },
  {
    name: 'a bomb is unpacked',
    file: 'lib/files/server/unpack.ts',
    from: 'unpacked > unsuspectedBytes && unpacked > ratioMax * packed',
    to: 'unpacked < 0',
    test: unpack('a bomb, long before it is unpacked'),
    why: 'A small file fills a disk.',
  },
  {
    name: 'as much as it likes is unpacked',
    file: 'lib/files/server/unpack.ts',
    from: 'if (unpacked > maxBytes)',
    to: 'if (unpacked < 0)',
    test: unpack('more than may come out, packed or not'),
    why: 'The same, slowly.',
  },
  {
    name: 'what follows packed data is dropped',
    file: 'lib/files/server/unpack.ts',
    from: 'if (unpacker.bytesWritten !== packed)',
    to: 'if (packed < 0)',
    test: unpack('what follows gzip and is none, in pieces of %d'),
    why: 'Half a file, and nobody is told.',
  },
  {
    name: 'a refused import stays',
    file: 'lib/imports/server/jobs.ts',
    from: "  if (end.state !== 'done') await db.$executeRaw`rollback to savepoint before_import`\n",
    to: '',
    test: {
      file: 'lib/imports/server/imports.db.test.ts',
      name: 'refuse the file, each with line, place and reason, and leave nothing',
    },
    why: 'All of a file or nothing of it.',
  },
  {
    name: 'a file is stored outside the transaction of its import',
    file: 'lib/imports/server/jobs.ts',
    from: '  const end = decideEnd(job, counts)\n',
    to: '  await db.$executeRaw`commit`\n  await db.$executeRaw`begin`\n  await db.$executeRaw`savepoint before_import`\n  const end = decideEnd(job, counts)\n',
    test: {
      file: 'lib/imports/server/import-faults.db.test.ts',
      name: 'an import is whole or not there, and its next run completes it',
      only: 'whichever statement fails an import is whole or not there, and its next run completes it',
    },
    why: 'Data and state would differ after a crash between the two.',
  },
  {
    name: 'a body that was cut short is taken',
    file: 'lib/http/server/read-request.ts',
    from: 'if (announced !== null && Number(announced) !== received)',
    to: 'if (announced === "")',
    test: api('that end before their announced length leave nothing'),
    why: 'Next’s proxy cut a file short and answered 200.',
  },
  {
    name: 'a body is as large as it likes',
    file: 'lib/http/server/read-request.ts',
    from: 'if (bytes > bodyMaxBytes)',
    to: 'if (bytes < 0)',
    test: api('of another content type, of a body too large, of a call that is not there'),
    why: 'It is held in memory.',
  },
  {
    name: 'a gap between pieces of a file is passed over',
    file: 'lib/files/server/stored-files.ts',
    from: 'if (offset > size) throw misplaced(`The file has ${size} bytes so far`, size)',
    to: '',
    test: {
      file: 'lib/files/server/stored-files.db.test.ts',
      name: 'with a gap before it, or over other bytes, is refused and told how far the file is',
    },
    why: 'What was lost on the way would be missing without a word.',
  },
  {
    name: 'an import changes what is there',
    file: 'lib/imports/server/jobs.ts',
    from: '  refuseOtherFile(job, counts)\n',
    to: '',
    test: {
      file: 'lib/imports/server/begun-runs.db.test.ts',
      name: 'is not where it is another (dry run: %j)',
    },
    why: 'A file that changed while it was sent is one that nobody has.',
  },
  {
    name: 'the last of two values of a parameter is taken',
    file: 'lib/http/server/read-request.ts',
    from: '    if (values.has(name)) throw refuseTwice(name)\n',
    to: '',
    test: {
      file: 'lib/http/server/hostile-calls.db.test.ts',
      name: 'a parameter that is given twice is refused, whichever it is',
    },
    why: 'Whatever stands before us may have judged the first.',
  },
]
