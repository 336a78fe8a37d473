import { attackTexts } from '@/components/math/testing/hostile-texts'

/* Texts that try to run code: they call `alert`, set `globalThis.hacked` or send a request to another host. */

const run = 'globalThis.hacked=true'
const reactHtml = ['dangerouslySet', 'InnerHTML'].join('')

const ofPages = [
  // Data in scripts.
  `</script><img src=x onerror=${run}>`,
  `</script><svg/onload=${run}>`,
  `--></script><script>${run}</script>`,
  `<!--<script>${run}//-->`,
  `]]></script><script>${run}</script>`,
  `\\"]);${run};self.__next_f.push([1,\\"`,
  `"])</script><script>${run}</script>`,
  `1:["$","img",null,{"src":"x","onError":"${run}"}]`,
  `{"$$typeof":"$Sreact.element","type":"script","props":{"${reactHtml}":{"__html":"${run}"}}}`,
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
  `x" autofocus onfocus="${run}`,
  `x' autofocus onfocus='${run}`,
  `" style="background:url(https://x.example/)`,
  `"><a href="javascript:${run}">x</a>`,
  `" formaction="javascript:${run}`,
  `" srcdoc="<script>parent.hacked=true</script>`,
  `" popover ontoggle="${run}`,
  `" accesskey=x onclick="${run}`,
  // Addresses.
  `javascript:${run}//`,
  `JaVaScRiPt:${run}`,
  `java\tscript:${run}`,
  `java\nscript:${run}`,
  `\u0001javascript:${run}`,
  ` javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
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
  `\uFE64script\uFE65${run}\uFE64/script\uFE65`,
  `<\u200Bscript>${run}</script>`,
  `\u202E>tpircs/<${run}>tpircs<`,
  `\u2066<img src=x onerror=${run}>\u2069`,
  `&lt;img src=x onerror=${run}&gt;`,
  `&amp;lt;script&amp;gt;${run}`,
  `%253Cscript%253E${run}`,
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  `\uD83D\uDE00<script>${run}</script>`,
  // Newer elements.
  `<dialog open oncancel=${run}><img src=x onerror=${run}></dialog>`,
  `<search><input onfocus=${run} autofocus></search>`,
  `<portal src="javascript:${run}"></portal>`,
  `<link rel=modulepreload href=https://x.example/x.js>`,
  `<div><template shadowrootmode=open><img src=x onerror=${run}></template></div>`,
  `<math href="javascript:${run}">x</math>`,
  `<svg><set attributeName=href to="javascript:${run}"/><a><text>x</text></a></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.hacked=true</script>"></foreignObject></svg>`,
  // Templates.
  `{{globalThis.hacked=true}}`,
  '<%= 7*7 %>${{<%[%\'"}}%\\.',
  `#{${run}}`,
  `[[${run}]]`,
  '`${globalThis.hacked=true}`',
]

/** Without NUL and lone surrogates, which PostgreSQL can't store and the API rejects. */
export const hostilePayloads: readonly string[] = [
  ...new Set([...attackTexts, ...ofPages].map((each) => each.replaceAll('\0', ''))),
]

/** Each also as a formula, because KaTeX and Markdown interpret some. */
export const joinedHostilePayloads = hostilePayloads
  .map((each, i) => (i % 3 === 1 ? `$${each}$` : i % 3 === 2 ? `**${each}**` : each))
  .join('\n\n')

let next = 0
/** As many accepted payloads as fit into the length, different ones each time. */
export function joinNextPayloads(room: number, isAccepted = (_payload: string) => true): string {
  let text = ''
  for (let tried = 0; tried < hostilePayloads.length; tried += 1) {
    const payload = hostilePayloads[next % hostilePayloads.length]!
    next += 1
    if (!isAccepted(payload)) continue
    const longer = text === '' ? payload : `${text} ${payload}`
    if (longer.length <= room) text = longer
    else if (text !== '') {
      next -= 1
      break
    }
  }
  return text
}

/** Whether a text contains a complete payload. */
export const containsHostilePayload = (text: string) =>
  hostilePayloads.some((payload) => text.includes(payload))
