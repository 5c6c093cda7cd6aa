import { NotFoundError } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { addressChoices, addressQuery } from './address-queries.ts'

/** Shows the label or the address of an alias by its id. */
export function AddressName({ id }: { id: string }) {
  const choices = useQuery(addressChoices)
  const known = choices.data?.find((each) => each.id === id)
  const one = useQuery({ ...addressQuery(id), enabled: !choices.isPending && !known })
  const found = known ?? one.data
  if (found) return found.alias ?? found.address
  return <span className="quiet">{one.error instanceof NotFoundError ? 'a deleted alias' : 'an alias'}</span>
}
