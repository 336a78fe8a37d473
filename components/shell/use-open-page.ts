import { useRouter } from 'next/navigation'
import { confirmLeaving } from '@/components/ui/unsaved-changes'

/** Opens another page of Stepmark for a shortcut. Like a link, it asks before unsaved changes are lost. */
export function useOpenPage(): (href: string) => void {
  const router = useRouter()
  return (href) => {
    if (confirmLeaving()) router.push(href)
  }
}
