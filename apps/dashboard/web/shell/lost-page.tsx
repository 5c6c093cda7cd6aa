import { ButtonLink } from '../controls/button-link.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PageHeader } from './page-header.tsx'

export function LostPage() {
  return (
    <>
      <PageHeader title="Nothing here" />
      <EmptyState title="There is no such page" action={<ButtonLink to="/">Go to the overview</ButtonLink>}>
        The address may be mistyped, or what it was about has been deleted.
      </EmptyState>
    </>
  )
}
