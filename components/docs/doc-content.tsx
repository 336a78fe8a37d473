import { createElement, type ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { ScrollArea } from '@/components/ui/scroll-area'
import type { DocTokenNode } from '@/lib/docs/parse-doc-page'

/** Address of a link; null for a file that is not served. */
type ResolveLink = (target: string) => string | null

const classNames: Readonly<Record<string, string>> = {
  h1: 'pb-2',
  h2: 'scroll-mt-16 pt-6',
  h3: 'scroll-mt-16 pt-2 font-ui text-strong',
  h4: 'scroll-mt-16 font-ui text-strong',
  ul: 'grid list-disc gap-1.5 pl-6',
  ol: 'grid list-decimal gap-1.5 pl-6',
  blockquote: 'border-l-2 border-rule pl-3 text-ink-2',
  hr: 'my-2 border-rule',
  th: 'border-b border-line px-2 py-1.5 text-left align-bottom text-caption font-book text-ink-3 first:pl-0 last:pr-0',
  td: 'border-b border-rule px-2 py-1.5 align-baseline first:pl-0 last:pr-0',
}

/** A page of the documentation, rendered from its parsed Markdown. */
export function DocContent({
  nodes,
  resolveLink,
}: {
  nodes: readonly DocTokenNode[]
  resolveLink: ResolveLink
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-strong wrap-anywhere">
      {nodes.map((node, index) => (
        <DocBlock key={index} node={node} resolveLink={resolveLink} />
      ))}
    </div>
  )
}

interface NodeProps {
  node: DocTokenNode
  resolveLink: ResolveLink
}

function DocChildren({ node, resolveLink }: NodeProps): ReactNode {
  return node.children.map((child, index) => (
    <DocBlock key={index} node={child} resolveLink={resolveLink} />
  ))
}

function DocBlock({ node, resolveLink }: NodeProps): ReactNode {
  const { token } = node
  const children = <DocChildren node={node} resolveLink={resolveLink} />
  switch (token.type) {
    case 'inline':
      return children
    case 'text':
      return token.content
    case 'softbreak':
      return ' '
    case 'hardbreak':
      return <br />
    case 'code_inline':
      return <code className="text-[0.9em]">{token.content}</code>
    case 'fence':
    case 'code_block':
      return (
        <ScrollArea label="Code" className="border-l-2 border-line bg-wash px-3 py-2">
          <pre className="w-max min-w-full font-mono text-caption/5 font-text">
            <code>{token.content.trimEnd()}</code>
          </pre>
        </ScrollArea>
      )
    case 'image':
      return <DocImage node={node} resolveLink={resolveLink} />
    case 'link_open':
      return <DocLink href={resolveLink(String(token.attrGet('href') ?? ''))}>{children}</DocLink>
    case 'table_open':
      return (
        <ScrollArea label="Table">
          <table className="w-full border-collapse border-y border-ink text-ui wrap-normal">
            {children}
          </table>
        </ScrollArea>
      )
    default:
      return renderElement(node, children)
  }
}

/**
 * Elements that only need class names. Hidden tokens are the paragraphs of a tight list: only their text is rendered.
 */
function renderElement({ token, id }: DocTokenNode, children: ReactNode): ReactNode {
  if (token.hidden) return children
  if (token.tag === '') return token.content
  const props = {
    id,
    className: classNames[token.tag],
    start: token.tag === 'ol' ? (token.attrGet('start') ?? undefined) : undefined,
  }
  return createElement(token.tag, props, token.tag === 'hr' ? undefined : children)
}

function DocLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children
  if (href.startsWith('/')) return <Link href={href}>{children}</Link>
  return <a href={href}>{children}</a>
}

function DocImage({ node: { token }, resolveLink }: NodeProps) {
  const source = resolveLink(String(token.attrGet('src') ?? ''))
  if (source === null || !source.startsWith('/')) return token.content
  // Not next/image: it needs the size of each picture and optimises nothing here (next.config.ts).
  return createElement('img', {
    src: source,
    alt: token.content,
    loading: 'lazy',
    className: 'border border-rule',
  })
}
