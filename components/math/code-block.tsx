import type { ReactNode } from 'react'
import type { CodeColourKind, TypesetCode } from '@/lib/typesetting/typeset'

const colourClasses = {
  comment: 'text-code-comment',
  keyword: 'text-code-keyword',
  string: 'text-code-string',
  number: 'text-code-number',
} satisfies Record<Exclude<CodeColourKind, 'plain'>, string>

/** Code, unchanged. Scrolls if it is wider than its column. */
export function CodeBlock({ code }: { code: TypesetCode }) {
  return (
    <pre className="scroll-box overflow-x-auto border-l-2 border-rule py-1 pl-3 text-caption/5">
      <code className="text-[length:inherit]">{renderColours(code)}</code>
    </pre>
  )
}

function renderColours({ text, colours }: TypesetCode): ReactNode {
  let position = 0
  const parts = colours.map(({ kind, length }, index) => {
    const part = text.slice(position, position + length)
    position += length
    if (kind === 'plain') return part
    return (
      <span key={index} className={colourClasses[kind]}>
        {part}
      </span>
    )
  })
  return [...parts, text.slice(position)]
}
