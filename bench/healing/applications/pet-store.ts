const text = { type: 'string' }
const pet = { type: 'object', properties: { name: text, kind: text, age: { type: 'integer' } } }

const inPath = (name: string) => ({
  name,
  in: 'path',
  required: true,
  type: 'string',
  description: `The ${name}`,
})
const inQuery = (name: string, more: object = {}) => ({ name, in: 'query', type: 'string', ...more })
const body = (schema: object) => ({ name: 'body', in: 'body', required: true, schema })

function operation(tag: string, operationId: string, summary: string, parameters: object[] = []) {
  return {
    tags: [tag],
    operationId,
    summary,
    parameters,
    consumes: ['application/json', 'application/xml'],
    produces: ['application/json', 'application/xml'],
    responses: { 200: { description: 'Done', schema: pet }, 404: { description: 'Not found' } },
    security: [{ key: [] }],
  }
}

/** A small API to show: Swagger 2, which every version reads. */
export const petStore = {
  swagger: '2.0',
  info: {
    title: 'Pets',
    version: '1.0.0',
    description: 'A shop for pets.',
    termsOfService: 'http://pets.example/terms',
    contact: { name: 'the shop', email: 'shop@pets.example', url: 'http://pets.example/website' },
    license: { name: 'MIT', url: 'http://pets.example/licence' },
  },
  host: 'pets.example',
  basePath: '/v1',
  schemes: ['https', 'http'],
  securityDefinitions: { key: { type: 'apiKey', name: 'X-Key', in: 'header' } },
  tags: [
    { name: 'pets', description: 'Everything about the pets' },
    { name: 'orders', description: 'Who bought what' },
    { name: 'users', description: 'Who may buy' },
  ],
  paths: {
    '/pets': {
      get: operation('pets', 'listPets', 'Lists the pets', [
        inQuery('kind', { enum: ['cat', 'dog', 'fish'] }),
        inQuery('limit', { type: 'integer' }),
        inQuery('cursor'),
      ]),
      post: operation('pets', 'addPet', 'Adds a pet', [body(pet)]),
    },
    '/pets/{petId}': {
      get: operation('pets', 'findPet', 'Finds a pet', [inPath('petId')]),
      put: operation('pets', 'updatePet', 'Changes a pet', [inPath('petId'), body(pet)]),
      delete: operation('pets', 'deletePet', 'Removes a pet', [
        inPath('petId'),
        { name: 'reason', in: 'header', type: 'string' },
      ]),
    },
    '/pets/{petId}/picture': {
      get: operation('pets', 'findPicture', 'Shows the picture of a pet', [inPath('petId'), inQuery('size')]),
    },
    '/orders': {
      get: operation('orders', 'listOrders', 'Lists the orders', [inQuery('limit', { type: 'integer' })]),
      post: operation('orders', 'placeOrder', 'Orders a pet', [inQuery('petId'), inQuery('note')]),
    },
    '/orders/{orderId}': {
      get: operation('orders', 'findOrder', 'Finds an order', [inPath('orderId')]),
      delete: operation('orders', 'cancelOrder', 'Cancels an order', [inPath('orderId')]),
    },
    '/users': {
      post: operation('users', 'addUser', 'Adds a user', [
        body({ type: 'object', properties: { name: text } }),
      ]),
    },
    '/users/{name}': {
      get: operation('users', 'findUser', 'Finds a user', [inPath('name')]),
      put: operation('users', 'updateUser', 'Changes a user', [
        inPath('name'),
        inQuery('email'),
        inQuery('phone'),
      ]),
      delete: operation('users', 'deleteUser', 'Removes a user', [inPath('name')]),
    },
  },
  definitions: { Pet: pet, Order: { type: 'object', properties: { petId: text, note: text } } },
}
