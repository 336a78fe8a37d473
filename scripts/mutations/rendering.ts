import { type MutationsByGuarantee, createTestReferenceMaker } from './mutation'

const typesetFormula = 'lib/typesetting/typeset-formula.ts'
const proxy = 'proxy.ts'
const typesetTextTest = createTestReferenceMaker('lib/typesetting/typeset-text.test.ts')
const pageHeadersTest = createTestReferenceMaker('lib/http/server/page-headers.test.ts')
const hostileFormulasTest = createTestReferenceMaker('lib/typesetting/hostile-formulas.test.ts')

export const renderingMutations: MutationsByGuarantee = {
  rendering: [
    {
      name: 'Failed formula is shown as HTML',
      why: 'Its source runs as markup (CVE-2026-70492).',
      file: typesetFormula,
      from: '  } catch {\n    return null\n  }\n}\n\n/**\n * Replaces commands in real data',
      to: '  } catch {\n    return adapted\n  }\n}\n\n/**\n * Replaces commands in real data',
      test: typesetTextTest('are shown as source: %s'),
    },
    {
      name: 'Plain text is rendered as HTML',
      why: 'Text from files and people runs in every browser that shows it.',
      file: 'components/math/typeset-inline-content.tsx',
      from: '  return text\n}',
      to: '  return <span dangerouslySetInnerHTML={{ __html: text }} />\n}',
      test: {
        file: 'components/math/typeset-content.test.tsx',
        name: 'are rendered only as text: %j',
      },
    },
    {
      name: 'Browsers may guess content types',
      why: 'Text that looks like HTML runs as a page.',
      file: 'next.config.ts',
      from: "        { key: 'x-content-type-options', value: 'nosniff' },\n",
      to: '',
      test: pageHeadersTest('every path has the security headers'),
    },
  ],
  formulas: [
    {
      name: 'Only KaTeX errors are caught',
      why: 'A RangeError breaks the whole page.',
      file: typesetFormula,
      from: '  } catch {\n    return null\n  }\n}\n\n/**\n * Replaces commands in real data',
      to: '  } catch (error) {\n    if (error instanceof katex.ParseError) return null\n    throw error\n  }\n}\n\n/**\n * Replaces commands in real data',
      test: typesetTextTest('are shown as source: %s'),
    },
    {
      name: 'Formula length is not limited',
      why: '100 KB of input become 16 MB of markup.',
      file: typesetFormula,
      from: 'source.length > maxFormulaLength || ',
      to: '',
      test: hostileFormulasTest('are shown as source: %j'),
    },
    {
      name: 'Formulas can define commands',
      why: '2,000 characters block the process for minutes.',
      file: typesetFormula,
      from: '  if (definitionPattern.test(source)) return null\n',
      to: '',
      test: hostileFormulasTest('are shown as source: %j'),
    },
    {
      name: 'Formulas can contain links',
      why: 'A click on \\href{javascript:...} runs it.',
      file: typesetFormula,
      from: 'trust: false,',
      to: "trust: ({ command }) => command === '\\\\href',",
      test: hostileFormulasTest(
        'the HTML of the hostile formula %j contains only formula elements',
      ),
    },
  ],
  'content security policy': [
    {
      name: 'Inline scripts run without a nonce',
      why: 'Injected markup can run scripts.',
      file: proxy,
      from: "`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`",
      to: "`script-src 'self' 'unsafe-inline'${development}`",
      test: pageHeadersTest('allows scripts only by nonce'),
    },
    {
      name: 'Nonce comes from the request',
      why: 'An attacker chooses it (GHSA-ffhc-5mcf-pf4q).',
      file: proxy,
      from: 'const nonce = btoa(',
      to: "const nonce = request.headers.get('x-nonce') ?? btoa(",
      test: pageHeadersTest('has a nonce for each page'),
    },
    {
      name: 'Other sites can frame our pages',
      why: 'A click on their page acts on ours.',
      file: proxy,
      from: '    "frame-ancestors \'none\'",\n',
      to: '',
      test: pageHeadersTest('blocks other origins in loading, framing, form targets and base URLs'),
    },
  ],
}
