import { ButtonLink } from '../controls/button-link.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PageHeader } from './page-header.tsx'

export function LostPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        title="This page does not exist"
        action={<ButtonLink to="/">Go to the overview</ButtonLink>}
      >
        The URL may be mistyped, or the content was deleted.
      </EmptyState>
    </>
  )
}
