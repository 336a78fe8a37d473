import { attackTexts } from '@/components/math/testing/hostile-texts'

/* Texts that try to run code: they call `alert`, set `globalThis.hacked` or send a request to another host. */

const code = 'globalThis.hacked=true'
const reactHtml = ['dangerouslySet', 'InnerHTML'].join('')

const pagePayloads = [
  // Data in scripts.
  `</script><img src=x onerror=${code}>`,
  `</script><svg/onload=${code}>`,
  `--></script><script>${code}</script>`,
  `<!--<script>${code}//-->`,
  `]]></script><script>${code}</script>`,
  `\\"]);${code};self.__next_f.push([1,\\"`,
  `"])</script><script>${code}</script>`,
  `1:["$","img",null,{"src":"x","onError":"${code}"}]`,
  `{"$$typeof":"$Sreact.element","type":"script","props":{"${reactHtml}":{"__html":"${code}"}}}`,
  '$Sreact.element',
  '$L1',
  '$@0',
  '$F1',
  '$undefined',
  `{"then":"$1:__proto__:then","status":"resolved_model","value":"{}"}`,
  `I["x.js",[],"default"]`,
  `:HL["https://x.example/x.css","style"]`,
  '\u2028globalThis.hacked=true\u2029',
  // Attributes.
  `x" autofocus onfocus="${code}`,
  `x' autofocus onfocus='${code}`,
  `" style="background:url(https://x.example/)`,
  `"><a href="javascript:${code}">x</a>`,
  `" formaction="javascript:${code}`,
  `" srcdoc="<script>parent.hacked=true</script>`,
  `" popover ontoggle="${code}`,
  `" accesskey=x onclick="${code}`,
  // Addresses.
  `javascript:${code}//`,
  `JaVaScRiPt:${code}`,
  `java\tscript:${code}`,
  `java\nscript:${code}`,
  `\u0001javascript:${code}`,
  ` javascript:${code}`,
  `data:text/html,<script>${code}</script>`,
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://x.example/x',
  '//x.example/%2f..',
  'https:x.example',
  '/\\x.example',
  '\\\\x.example\\x',
  // Styles.
  '</style><style>@import"https://x.example/x.css";</style>',
  '}*{background:url(https://x.example/x)}{',
  '<p style="position:fixed;inset:0;z-index:99999">x</p>',
  '@import url(https://x.example/x.css);',
  // Texts that change when they are decoded.
  `\uFE64script\uFE65${code}\uFE64/script\uFE65`,
  `<\u200Bscript>${code}</script>`,
  `\u202E>tpircs/<${code}>tpircs<`,
  `\u2066<img src=x onerror=${code}>\u2069`,
  `&lt;img src=x onerror=${code}&gt;`,
  `&amp;lt;script&amp;gt;${code}`,
  `%253Cscript%253E${code}`,
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  `\uD83D\uDE00<script>${code}</script>`,
  // Newer elements.
  `<dialog open oncancel=${code}><img src=x onerror=${code}></dialog>`,
  `<search><input onfocus=${code} autofocus></search>`,
  `<portal src="javascript:${code}"></portal>`,
  `<link rel=modulepreload href=https://x.example/x.js>`,
  `<div><template shadowrootmode=open><img src=x onerror=${code}></template></div>`,
  `<math href="javascript:${code}">x</math>`,
  `<svg><set attributeName=href to="javascript:${code}"/><a><text>x</text></a></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.hacked=true</script>"></foreignObject></svg>`,
  // Templates.
  `{{globalThis.hacked=true}}`,
  '<%= 7*7 %>${{<%[%\'"}}%\\.',
  `#{${code}}`,
  `[[${code}]]`,
  '`${globalThis.hacked=true}`',
]

/** Without NUL and lone surrogates, which PostgreSQL can't store and the API rejects. */
export const hostilePayloads: readonly string[] = [
  ...new Set([...attackTexts, ...pagePayloads].map((payload) => payload.replaceAll('\0', ''))),
]

/** A third as formulas and a third in bold, because KaTeX and Markdown interpret some payloads. */
export const joinedHostilePayloads = hostilePayloads
  .map((payload, i) => (i % 3 === 1 ? `$${payload}$` : i % 3 === 2 ? `**${payload}**` : payload))
  .join('\n\n')

let nextIndex = 0
/** As many accepted payloads as fit into the length, different ones each time. */
export function joinNextPayloads(
  maxLength: number,
  isAccepted = (_payload: string) => true,
): string {
  let text = ''
  for (let attempts = 0; attempts < hostilePayloads.length; attempts += 1) {
    const payload = hostilePayloads[nextIndex % hostilePayloads.length]!
    nextIndex += 1
    if (!isAccepted(payload)) continue
    const extendedText = text === '' ? payload : `${text} ${payload}`
    if (extendedText.length <= maxLength) text = extendedText
    else if (text !== '') {
      nextIndex -= 1
      break
    }
  }
  return text
}

/** Whether a text contains a complete payload. */
export const containsHostilePayload = (text: string) =>
  hostilePayloads.some((payload) => text.includes(payload))
