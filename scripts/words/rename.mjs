// Usage: node scripts/words/rename.mjs list.tsv   [--dry]
// line: FILE <tab> oldName <tab> newName      every declaration of oldName in FILE (locals, params, properties, types, exports)
//   or: FILE:LINE <tab> oldName <tab> newName   only the declaration on that line
// Or  : FILE <tab> mv <tab> NEWFILE             moves a file (git mv) and updates imports
import fs from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { makeService, root, ts, listed, parse } from './project.mjs'
const lines = fs.readFileSync(process.argv[2], 'utf8').split('\n').map((l) => l.replace(/\s+$/, '')).filter((l) => l && !l.startsWith('#'))
const dry = process.argv.includes('--dry')
const jobs = [], moves = []
for (const l of lines) {
  const [where, a, b] = l.split('\t')
  if (!where || !a || !b) { console.log('BAD LINE', l); continue }
  if (a === 'mv') moves.push([where, b])
  else { const m = /^(.*?)(?::(\d+))?$/.exec(where); jobs.push({ file: m[1], line: m[2] ? Number(m[2]) : 0, from: a, to: b }) }
}
const edits = new Map() // file -> Map(start -> {length, plain?, value?, prop?, old})
const wordsByFile = new Map()
if (jobs.length) {
  const ls = makeService(); const program = ls.getProgram()
  const done = new Set()
  for (const job of jobs) {
    const abs = path.join(root, job.file); const sf = program.getSourceFile(abs)
    if (!sf) { console.log('NO FILE', job.file); continue }
    const spots = []
    const walk = (n) => {
      if ((ts.isIdentifier(n) || ts.isPrivateIdentifier(n)) && n.text === job.from && n.parent && (n.parent.name === n || (ts.isBindingElement(n.parent) && n.parent.propertyName === n && false)) && !ts.isPropertyAccessExpression(n.parent) && !ts.isImportSpecifier(n.parent) && !ts.isJsxAttribute(n.parent) && !ts.isImportClause(n.parent)) {
        if (!job.line || sf.getLineAndCharacterOfPosition(n.getStart()).line + 1 === job.line) spots.push(n.getStart())
      }
      ts.forEachChild(n, walk)
    }
    walk(sf)
    if (!spots.length) { console.log('NOT FOUND', job.file, job.from); continue }
    for (const pos of spots) {
      const key = abs + ':' + pos
      if (done.has(key)) continue
      let locs, prefix = false
      const info = ls.getRenameInfo(abs, pos, {})
      if (!info.canRename) { console.log('CANNOT', job.file, job.from, info.localizedErrorMessage); continue }
      locs = ls.findRenameLocations(abs, pos, false, false, { providePrefixAndSuffixTextForRename: false }) ?? []
      const foreign = (x) => x.fileName.includes('/node_modules/') || x.fileName.includes('/lib/generated/') || !x.fileName.startsWith(root)
      if (locs.some(foreign)) {
        locs = ls.findRenameLocations(abs, pos, false, false, { providePrefixAndSuffixTextForRename: true }) ?? []
        if (locs.some(foreign)) { console.log('FOREIGN (Prisma or library property; skipped)', job.file + ':' + (sf.getLineAndCharacterOfPosition(pos).line + 1), job.from); continue }
        prefix = true
      }
      for (const loc of locs) {
        const m = edits.get(loc.fileName) ?? edits.set(loc.fileName, new Map()).get(loc.fileName)
        const e = m.get(loc.textSpan.start) ?? { length: loc.textSpan.length }
        done.add(loc.fileName + ':' + loc.textSpan.start)
        const kind = loc.suffixText?.startsWith(':') ? 'prop' : loc.prefixText?.endsWith(': ') ? 'value' : 'plain'
        if (kind === 'plain' && loc.prefixText) e.pre = loc.prefixText
        if (kind === 'plain' && loc.suffixText) e.post = loc.suffixText
        if (e[kind] && e[kind] !== job.to) console.log('CONFLICT', path.relative(root, loc.fileName), job.from, '->', e[kind], 'or', job.to, '(first wins)')
        else e[kind] = job.to
        m.set(loc.textSpan.start, e)
        const w = wordsByFile.get(loc.fileName) ?? wordsByFile.set(loc.fileName, new Map()).get(loc.fileName)
        w.set(job.from, job.to)
      }
    }
  }
  let count = 0
  for (const [file, m] of edits) {
    let text = fs.readFileSync(file, 'utf8')
    const src = text
    const have = new Set(src.match(/[A-Za-z_$][\w$]*/g))
    for (const [from, to] of wordsByFile.get(file)) if (have.has(to)) console.log('ALREADY USED', path.relative(root, file), `${from} -> ${to}: check for shadowing`)
    for (const [start, e] of [...m].toSorted((x, y) => y[0] - x[0])) {
      const old = src.slice(start, start + e.length)
      let out
      if (e.plain && !e.prop && !e.value) out = (e.pre ?? '') + e.plain + (e.post ?? '')
      else { const p = e.prop ?? e.plain ?? old, v = e.value ?? e.plain ?? old; out = p === v ? p : `${p}: ${v}` }
      text = text.slice(0, start) + out + text.slice(start + e.length); count++
    }
    if (!dry) fs.writeFileSync(file, text)
    // strings that still hold the old name
    const sf = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
    const scan = (n) => {
      if (ts.isStringLiteral(n) || ts.isNoSubstitutionTemplateLiteral(n) || ts.isTemplateHead(n) || ts.isTemplateMiddle(n) || ts.isTemplateTail(n)) {
        for (const [from] of wordsByFile.get(file)) if (new RegExp(`(^|[^\\w])${from.replace('$', '\\$')}([^\\w]|$)`).test(n.text) && from.length > 2) console.log('STRING', `${path.relative(root, file)}:${sf.getLineAndCharacterOfPosition(n.getStart()).line + 1}`, from, '|', n.text.replace(/\s+/g, ' ').slice(0, 100))
      }
      ts.forEachChild(n, scan)
    }
    scan(sf)
  }
  console.log(`${count} places in ${edits.size} files`)
}
if (moves.length && !dry) {
  const strip = (f) => f.replace(/\.(tsx?|mjs)$/, '')
  for (const [from, to] of moves) { fs.mkdirSync(path.dirname(to), { recursive: true }); execFileSync('git', ['mv', from, to]) }
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n').filter((f) => /\.(tsx?|mjs|md|json|yaml|yml|sql)$/.test(f) && fs.existsSync(f) && f !== 'package-lock.json' && !f.startsWith('lib/generated/'))
  const map = new Map(moves.map(([a, b]) => [a, b])); const byNew = new Map(moves.map(([a, b]) => [b, a]))
  for (const f of files) {
    let text = fs.readFileSync(f, 'utf8'); const src = text
    if (/\.(tsx?|mjs)$/.test(f)) {
      const oldSelf = byNew.get(f) ?? f
      text = text.replace(/(['"`])(\.{1,2}\/[^'"`\n]*|@\/[^'"`\n]*)\1/g, (all, q, spec) => {
        const query = /[?#].*$/.exec(spec)?.[0] ?? ''; const s = spec.slice(0, spec.length - query.length)
        const target = s.startsWith('@/') ? s.slice(2) : path.posix.normalize(path.posix.join(path.posix.dirname(oldSelf), s))
        const cand = [target, target + '.ts', target + '.tsx', target + '.mjs'].find((c) => map.has(c))
        const now = cand ? map.get(cand) : undefined
        if (s.startsWith('@/')) { if (!now) return all; return q + '@/' + (cand === target ? now : strip(now)) + query + q }
        const newDir = path.posix.dirname(f)
        if (!now && newDir === path.posix.dirname(oldSelf)) return all
        const full = now ? (cand === target ? now : strip(now)) : target
        let rel = path.posix.relative(newDir, full); if (!rel.startsWith('.')) rel = './' + rel
        return q + rel + query + q
      })
    }
    for (const [a, b] of moves) { text = text.split(a).join(b); const sa = strip(a), sb = strip(b); if (sa !== a && sa.includes('/')) text = text.replace(new RegExp(sa.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + '(?![\\w.-]*[\\w])', 'g'), sb) }
    if (text !== src) fs.writeFileSync(f, text)
  }
  console.log(`${moves.length} files moved`)
}
