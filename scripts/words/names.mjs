// usage: node names.mjs DIR...   declared names that hold a listed word: FILE:LINE kind name
import { listed, parse, ts } from './project.mjs'
const words = new Set(('place places placed words held asked ask said say says lit standing door aside bar begun told trouble troubles patience parted hand hands ahead elsewhere beside tally tallies board shelf lane worth upkeep due returned mark marks head wanted truth given found set ledger looks news most least cover planted taken left gave ran kept keep made gone goes came drawn meant sent seen known shown asks saying part parts thing things way what who whoever everybody anybody somebody nobody stands lies so one ones here there now then yet still again rest whole sum talk tell tells wait waits work worker begin begins end ends open opens close look answered answerable rule ruled ruling rulings put puts got let lets turn turns side besides own others other come comes leave leaves apart alike whether until during upon fit fits serve served word half back away off out over under down up in on at to by of').split(' '))
const strong = new Set(('place places placed words held asked said lit standing door aside begun told trouble troubles patience parted hand ahead elsewhere beside tally tallies board shelf lane worth upkeep due mark head wanted truth given found ledger looks news most least planted taken gave ran kept gone came drawn meant shown thing things whoever everybody anybody somebody nobody stands lies ruling rulings ruled talk apart alike').split(' '))
const all = process.argv.includes('--all'); const dirs = process.argv.slice(2).filter((a) => !a.startsWith('--'))
const use = all ? words : strong
let n = 0
for (const f of listed.filter((f) => dirs.some((d) => f === d || f.startsWith(d.replace(/\/$/, '') + '/')))) {
  const sf = parse(f)
  const base = f.split('/').at(-1).replace(/\.(pure|db|system|spec)?\.?(test)?\.?tsx?$/, '').split(/[-.]/)
  if (base.some((w) => use.has(w))) console.log(`${f} FILE`)
  const seen = new Set()
  const walk = (x) => {
    if (ts.isIdentifier(x) && x.parent.name === x && !ts.isPropertyAccessExpression(x.parent) && !ts.isImportSpecifier(x.parent) && !ts.isJsxAttribute(x.parent) && !ts.isImportClause(x.parent)) {
      const parts = x.text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/_/g, ' ').toLowerCase().split(' ')
      const hit = all ? parts.length === 1 && use.has(parts[0]) || parts.some((p) => strong.has(p)) : parts.some((p) => use.has(p))
      const line = sf.getLineAndCharacterOfPosition(x.getStart()).line + 1
      if (hit && !seen.has(x.text + ts.SyntaxKind[x.parent.kind])) { seen.add(x.text + ts.SyntaxKind[x.parent.kind]); console.log(`${f}:${line} ${ts.SyntaxKind[x.parent.kind]} ${x.text}`); n++ }
    }
    ts.forEachChild(x, walk)
  }
  walk(sf)
}
console.log(n)
