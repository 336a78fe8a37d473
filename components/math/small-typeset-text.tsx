import { joinClasses } from '@/components/ui/join-classes'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { TypesetContent } from './typeset-content'

/** A text in the size of tables and notes. */
export function SmallTypesetText({ text, className }: { text: TypesetText; className?: string }) {
  return (
    <div className={joinClasses('font-read text-excerpt font-text', className)}>
      <TypesetContent text={text} />
    </div>
  )
}
