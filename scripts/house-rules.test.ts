import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listReachableFiles, readImportGraph } from './changed/import-graph'
import { domainOrder } from './lint/domains'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['app', 'bench', 'cli', 'components', 'e2e', 'lib', 'prisma', 'scripts', 'system']
/** Generated files, migrations, which never change, and files that contain the bad examples. */
const excludedPaths =
  /^(lib\/generated|prisma\/migrations|scripts\/lint|scripts\/mutations\/|scripts\/house-rules\.test\.ts)/

interface Rule {
  name: string
  /** What to do instead. */
  advice: string
  pattern: RegExp
  /** Where it applies. Default: everywhere. */
  within?: RegExp
  /** Where it is allowed. */
  except?: RegExp
  /** What the previous line can say to allow it. */
  unlessAfter?: RegExp
  /** What it finds: one example for each alternative of `pattern`. */
  bad: string | readonly string[]
  good: string
}

/** Tests can write out a rule to check it. */
const testFiles = String.raw`^(bench|e2e|system|scripts)/|\.test\.tsx?$|/testing/`
const ruleFile = String.raw`^lib/annotations/server/annotation-rules\.sql\.ts$`

/** Rules that oxlint 1.94 does not have, or checks in one form only. */
const rules: Rule[] = [
  {
    name: 'an object literal that is spread into another, or into properties',
    advice: 'write its properties there',
    pattern: /\.\.\.\{(?=\s|$)/,
    bad: ['const a = { ...{ b, c }, d }', '<A {...{ b, c }} />', '  ...{'],
    good: '<A {...(b && { c })} b={b} />',
  },
  {
    name: 'an export of everything from another file',
    advice: 'export by name; import each thing from the file that has it',
    pattern: /^\s*export\s+(type\s+)?\*/,
    bad: "export * from 'zod'",
    good: "export { z } from 'zod'",
  },
  {
    name: 'HTML set from a string',
    advice: 'only components/math writes HTML',
    pattern: /\bdangerouslySetInnerHTML\b/,
    except: /^components\/math\//,
    bad: "<p dangerouslySetInnerHTML={{ __html: '' }} />",
    good: '<p>{text}</p>',
  },
  {
    name: 'a request of the command line outside its client',
    advice: 'use callServer or streamFromServer of cli/server-connection.ts, which retries',
    pattern:
      /(?<![.\w])fetch\b(?=\(|\))|^(?!import type ).*from '@\/lib\/client\/call-api'|from '(node:)?https?'|from 'undici'/,
    within: /^cli\/(?!testing\/)/,
    except: /^cli\/server-connection\.ts$|\.test\.ts$/,
    bad: "import { sendApiRequest } from '@/lib/client/call-api'",
    good: "import { callServer } from './server-connection'",
  },
  {
    name: 'a test marked with .only',
    advice: 'remove .only: the others do not run',
    pattern: /\b(describe|it|test)(\.\w+)*\.only\b/,
    bad: "test.describe.only('a', () => {})",
    good: "test.describe('a', () => {})",
  },
  {
    name: 'a dynamic import whose path is not a plain string',
    advice: "write import('@/...') with a quoted address, which the boundaries are checked against",
    pattern: /(?<![\w.'"])import\((?!\s*['"]|$)/,
    except: /\.test\.tsx?$/,
    bad: 'const a = await import(`@/lib/queue/server/queries`)',
    good: "const a = await import('@/lib/queue/contract')",
  },
  {
    name: 'a disabled import boundary rule',
    advice: 'keep the boundary; if it is wrong, change scripts/lint/ with a decision record',
    pattern:
      /(ox|es)lint-disable.*(no-restricted-|no-cycle|no-danger|no-barrel-file|max-lines\b|no-explicit-any)/,
    bad: '// oxlint-disable-next-line no-restricted-imports -- quicker',
    good: '// oxlint-disable-next-line no-await-in-loop -- one after the other',
  },
  {
    name: 'a lint rule disabled without a reason',
    advice: 'give the reason after " -- ", or in a comment on the line before',
    pattern: /(ox|es)lint-disable(?!.* -- \S)/,
    unlessAfter: /^\s*(\/\/|\*)/,
    bad: '/* eslint-disable no-shadow */',
    good: '// oxlint-disable-next-line no-shadow -- the same thing, narrowed',
  },
  {
    name: 'randomness that can be predicted',
    advice: 'use lib/auth/server/secrets.ts, or crypto.randomUUID() where it only has to be unique',
    pattern: /\bMath\.random\b/,
    // Timing, and ids of the tabs of one person.
    except:
      /^(bench|e2e|scripts|system|prisma)\/|\.test\.tsx?$|\/testing\/|(retry-request|watch-signed-in-user)\.ts$/,
    bad: 'const secret = Math.random().toString(36)',
    good: 'const secret = generateSecret()',
  },
  {
    name: 'a broken hash function (MD5 or SHA-1)',
    advice: 'use SHA-256',
    pattern: /\bmd5\s*\(|create(Hash|Hmac)\(\s*['"](md5|sha1)/i,
    // Names from git, and an order that must be arbitrary.
    except:
      /^bench\/|\/testing\/|\.test\.tsx?$|^cli\/push-to-hub\.ts$|^lib\/reviews\/server\/reviewed-annotations\.sql\.ts$/,
    bad: "const name = createHash('sha1').update(text).digest('hex')",
    good: "const name = createHash('sha256').update(text).digest('hex')",
  },
  {
    name: 'a condition on how an annotation was served, written out',
    advice: 'use countsAsWorkSql, isQualityControlSql or another rule of annotation-rules.sql.ts',
    pattern:
      /\b(not|and|or|when|where)\s+\(?(\w+\.)?is_quality_control\b|\bis_quality_control\s+(and|or)\b/,
    // The purpose of a lease repeats that of the annotation.
    except: new RegExp(`${testFiles}|^lib/queue/server/rework\\.sql\\.ts$|${ruleFile}`),
    bad: [
      "and not l.is_quality_control and l.state = 'submitted'",
      'count(*) filter (where (is_quality_control or l.is_screening))',
      'l.is_quality_control and l.is_screening as is_check',
    ],
    good: "and ${countsAsWorkSql()} and l.state = 'submitted'",
  },
  {
    name: 'a first error searched in ratings',
    advice: 'use findFirstError of lib/formats/annotation-rules.ts, or firstErrorSql',
    pattern:
      /\.(lastI|i)ndexOf\(-1\)|\.at\(-1\) === -1|cardinality\((\w+\.)?ratings\) - 1|array_position\((\w+\.)?ratings, \(?-1/,
    except: new RegExp(`${testFiles}|^lib/formats/annotation-rules\\.ts$`),
    bad: [
      'const error = ratings.indexOf(-1)',
      'const error = ratings.lastIndexOf(-1)',
      'const error = ratings.at(-1) === -1 ? ratings.length - 1 : null',
      'cardinality(l.ratings) - 1 as error',
      'array_position(ratings, -1) - 1 as error',
      'array_position(l.ratings, (-1)::smallint) - 1 as error',
    ],
    good: 'const error = findFirstError(ratings)',
  },
  {
    name: 'a rule about annotations written out in SQL',
    advice:
      'use hasConclusiveFinishReasonSql, servingRoundSql or another rule of annotation-rules.sql.ts',
    pattern: /finish_reason (not )?in \('solution', 'found_error'\)|coalesce\((l\.)?generation, /,
    except: new RegExp(
      `${testFiles}|${ruleFile}|^lib/annotations/server/store-annotation\\.sql\\.ts$`,
    ),
    bad: [
      "and l.finish_reason in ('solution', 'found_error')",
      "where finish_reason not in ('solution', 'found_error')",
      'coalesce(l.generation, q.round) as round',
      'coalesce(generation, 0)',
    ],
    good: 'and ${hasConclusiveFinishReasonSql}',
  },
  {
    name: 'the rule for inactive members, written out',
    advice:
      'use isActiveMemberSql or isInactiveMemberSql of lib/projects/server/active-member.sql.ts',
    pattern: /disabled_at is (not )?null (and|or) \(?(not )?(u\.)?is_instance_admin/,
    except: new RegExp(
      `${testFiles}|^lib/projects/server/active-member\\.sql\\.ts$|^prisma/functions/disable_webhooks\\.sql$`,
    ),
    bad: [
      'u.disabled_at is null and (u.is_instance_admin or exists (',
      'u.disabled_at is not null or not u.is_instance_admin and not exists (',
    ],
    good: '${isActiveMemberSql(Prisma.sql`l.project_id`)}',
  },
]

function listSources(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(tsx?|mjs|sql)$/.test(path) && !excludedPaths.test(path)),
  )
}

function findOffences(path: string, text: string, rule: Rule): string[] {
  if (rule.except?.test(path) || rule.within?.test(path) === false) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    rule.pattern.test(line) && !rule.unlessAfter?.test(lines[index - 1] ?? '')
      ? [`${path}:${index + 1}: ${rule.name}; ${rule.advice}.`]
      : [],
  )
}

const sources = listSources().map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))

const exportedName = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm
/** Policies that only tests compare with the code, and what ends threads of tests. */
const exportsForTests = new Set(['pagePolicy', 'routeAccessDescriptions', 'stopTypesetThreads'])

describe('house rules that oxlint can’t enforce', () => {
  it.each(rules)('$name occurs in no file', (rule) => {
    const path = rule.within ? 'cli/a.ts' : 'lib/queue/a.ts'
    for (const bad of [rule.bad].flat()) expect(findOffences(path, bad, rule), bad).toHaveLength(1)
    expect(findOffences(path, rule.good, rule)).toEqual([])
    expect(sources.flatMap(({ path, text }) => findOffences(path, text, rule))).toEqual([])
  })

  it('every export of the app is used, not only by tests', () => {
    const appSources = sources.filter(
      ({ path }) => !/\.test\.tsx?$|\/testing\/|^(e2e|system)\//.test(path),
    )
    const counts = new Map<string, number>()
    const entryPoint = readFileSync(join(root, 'instrumentation.ts'), 'utf8')
    for (const text of [entryPoint, ...appSources.map((source) => source.text)])
      for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
    const unusedExports = appSources
      .filter(({ path }) => /^(lib|cli|components)\//.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(exportedName)]
          .map(([, name]) => name!)
          .filter((name) => counts.get(name) === 1 && !exportsForTests.has(name))
          .map((name) => `${path}: ${name}`),
      )
    expect(unusedExports).toEqual([])
    expect([...exportsForTests].filter((name) => counts.get(name) !== 1)).toEqual([])
  })

  it('there are no index files, because a file name must say what the file contains', () => {
    const paths = sources.map(({ path }) => path)
    expect(paths.filter((path) => basename(path).startsWith('index.'))).toEqual([])
  })

  it('browser code does not import zod, which is large and violates our Content-Security-Policy', () => {
    const texts = new Map(sources.map(({ path, text }) => [path, text]))
    const graph = readImportGraph([...texts.keys()], (file) => texts.get(file)!)
    const clientFiles = [...texts].filter(([, text]) => text.startsWith("'use client'"))
    expect(clientFiles.length).toBeGreaterThan(50)
    const contractFile = 'lib/platform/contract.ts'
    const filesWithZod = clientFiles.filter(([path]) =>
      listReachableFiles(graph, path, () => true).has(contractFile),
    )
    expect(filesWithZod.map(([path]) => path)).toEqual([])
  })

  it('every folder of lib/ is in the order of domains (scripts/lint/domains.ts)', () => {
    const libEntries = readdirSync(join(root, 'lib'), { withFileTypes: true })
    const knownFolders = new Set<string>([...domainOrder, 'generated'])
    expect(libEntries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([])
    expect(libEntries.map(({ name }) => name).filter((name) => !knownFolders.has(name))).toEqual([])
  })
})
