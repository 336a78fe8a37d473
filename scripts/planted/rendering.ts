import type { PlantedBug } from './planted-bug'

const formula = 'lib/problems/set-formula.ts'
const hostile = (name: string) => ({ file: 'lib/problems/typeset-text.test.ts', name })
const source = hostile('shows the source of %s')
const headers = (name: string) => ({ file: 'lib/http/server/page-headers.test.ts', name })

export const renderingBugs: readonly PlantedBug[] = [
  {
    name: 'only errors of KaTeX’s own kind are caught',
    file: formula,
    from: '  } catch {\n    return null\n  }\n}\n\n/** What real data',
    to: '  } catch (error) {\n    if (error instanceof katex.ParseError) return null\n    throw error\n  }\n}\n\n/** What real data',
    test: source,
    why: 'It throws RangeError, too (CVE-2026-70492 began so).',
  },
  {
    name: 'what cannot be set is given as HTML',
    file: formula,
    from: '  } catch {\n    return null\n  }\n}\n\n/** What real data',
    to: '  } catch {\n    return source\n  }\n}\n\n/** What real data',
    test: source,
    why: 'CVE-2026-70492 ended so.',
  },
  {
    name: 'formulas are as long as they like',
    file: formula,
    from: 'source.length > maxFormulaLength || ',
    to: '',
    test: source,
    why: '100 KB of `x+` become 16 MB in three seconds.',
  },
  {
    name: 'formulas are as deep as they like',
    file: formula,
    from: ' || measureNesting(source) > maxFormulaNesting',
    to: '',
    test: source,
    why: 'The stack ends; how soon depends on who called.',
  },
  {
    name: 'formulas are trusted',
    file: formula,
    from: 'trust: false,',
    to: 'trust: true,',
    test: hostile('gives %s no effect'),
    why: '`\\href` and `\\includegraphics` reach out of the page.',
  },
  {
    name: 'a text has as many formulas as it likes',
    file: 'lib/problems/typeset-text.ts',
    from: 'formulas > maxFormulas || ',
    to: '',
    test: hostile('sets so many formulas of a text and no more'),
    why: 'A page of them would never be drawn.',
  },
  {
    name: 'scripts run without a nonce',
    file: 'proxy.ts',
    from: "`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`",
    to: "`script-src 'self' 'unsafe-inline'${development}`",
    test: headers('scripts run by nonce alone'),
    why: 'The policy stops what slips through everything else.',
  },
  {
    name: 'the nonce is always the same',
    file: 'proxy.ts',
    from: 'String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))',
    to: "'stepmark'",
    test: headers('each page has a nonce of its own'),
    why: 'Whoever knows it writes scripts with it.',
  },
  {
    name: 'the nonce is what the request says',
    file: 'proxy.ts',
    from: 'const nonce = btoa(',
    to: "const nonce = request.headers.get('x-nonce') ?? btoa(",
    test: headers('each page has a nonce of its own'),
    why: 'GHSA-ffhc-5mcf-pf4q.',
  },
  {
    name: 'other sites frame our pages',
    file: 'proxy.ts',
    from: '    "frame-ancestors \'none\'",\n',
    to: '',
    test: headers('nothing else may be loaded, framed, sent to or based elsewhere'),
    why: 'A click on theirs would be one on ours.',
  },
  {
    name: 'answers are guessed at by their content',
    file: 'next.config.ts',
    from: "        { key: 'x-content-type-options', value: 'nosniff' },\n",
    to: '',
    test: headers('every address has the headers that keep browsers strict'),
    why: 'A text that looks like HTML would be a page.',
  },
  {
    name: 'words in a card are HTML',
    file: 'lib/exports/dataset-card.ts',
    from: ".replaceAll('<', '&lt;')",
    to: '',
    test: {
      file: 'lib/exports/dataset-card.test.ts',
      name: 'make no HTML, no link and no line of their own',
    },
    why: 'The card is shown on a public hub.',
  },
]
