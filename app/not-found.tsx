import type { Metadata } from 'next'
import { MessagePage } from '@/components/ui/message-page'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFoundPage() {
  return (
    <MessagePage
      title="Page not found"
      message="This page doesn’t exist, or you don’t have access."
    />
  )
}
