// usage: node strings.mjs DIR... [--comments] [--tests]   every string that may be prose, FILE then LINE: text
import { listed, parse, ts } from './project.mjs'
import fs from 'node:fs'
const dirs = process.argv.slice(2).filter((a) => !a.startsWith('--')); const comments = process.argv.includes('--comments'), tests = process.argv.includes('--tests')
const isTest = (f) => /\.(test|spec)\.tsx?$/.test(f)
for (const f of listed.filter((f) => dirs.some((d) => f === d || f.startsWith(d.replace(/\/$/, '') + '/')))) {
  if (isTest(f) !== tests) continue
  const sf = parse(f); const out = []
  const add = (pos, t) => { t = t.replace(/\s+/g, ' ').trim(); if (t) out.push([sf.getLineAndCharacterOfPosition(pos).line + 1, t]) }
  const walk = (n) => {
    if (tests) {
      if (ts.isCallExpression(n) && /^(test|it|describe)(\.|$)/.test(n.expression.getText(sf)) && n.arguments[0] && (ts.isStringLiteralLike(n.arguments[0]) || ts.isTemplateExpression(n.arguments[0]))) add(n.getStart(), n.arguments[0].getText(sf))
    } else {
      if (ts.isJsxText(n) && /[A-Za-z]{2}/.test(n.text)) add(n.getStart(), '<> ' + n.text)
      else if (ts.isStringLiteral(n) || ts.isNoSubstitutionTemplateLiteral(n)) {
        if (!ts.isImportDeclaration(n.parent) && !ts.isExportDeclaration(n.parent) && !(ts.isJsxAttribute(n.parent) && /^(className|href|id|name|type|key|variant|size|role|htmlFor|rel|src)$/.test(n.parent.name.getText(sf))) && !(ts.isTaggedTemplateExpression(n.parent)) && (/[A-Za-z]+ [A-Za-z]+/.test(n.text) || /^[A-Z][a-z]+/.test(n.text)) && !/^[a-z0-9:\[\]\/.%() _#-]+$/.test(n.text.replace(/\b(flex|grid|gap|text|rounded|border|px|py)\b/, '§')) || (/[a-z] [a-z]/.test(n.text) && !/-\w+ |:\w|^\w+-/.test(n.text))) add(n.getStart(), n.text)
      } else if (ts.isTemplateExpression(n) && !ts.isTaggedTemplateExpression(n.parent)) { const t = n.getText(sf); if (/[A-Za-z]{2,} [A-Za-z]|[A-Za-z]{2,}[.,:] | [A-Za-z]{3,}/.test(t)) add(n.getStart(), t) }
    }
    ts.forEachChild(n, walk)
  }
  walk(sf)
  if (comments) { const text = sf.text; const s = ts.createScanner(ts.ScriptTarget.Latest, false, f.endsWith('x') ? 1 : 0, text); for (const m of text.matchAll(/\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)) add(m.index, m[0].replace(/\n\s*\*/g, ' ')) }
  if (out.length) { console.log('\n' + f); for (const [l, t] of out.toSorted((a, b) => a[0] - b[0])) console.log(`  ${l}: ${t}`) }
}
