import { script, tried, type Vector } from './vector.ts'

// Gathers candidates from the servers until there are no more.
const gather = (server: string) =>
  script(`
    const connection = new RTCPeerConnection({ iceServers: [${server}] })
    connection.onicegatheringstatechange = () => {
      if (connection.iceGatheringState === 'complete') document.title = 'tried'
    }
    connection.createDataChannel('data')
    connection.createOffer().then((offer) => connection.setLocalDescription(offer))`)

/** Channels other than plain requests. */
export const channelVectors: Vector[] = [
  {
    name: 'a WebSocket',
    page: ({ host, port }) => script(`new WebSocket('ws://${host}:${port}/')`),
    stoppedBy: 'proxy',
  },
  {
    name: 'a WebSocket over TLS',
    page: ({ host, port }) => script(`new WebSocket('wss://${host}:${port}/')`),
    stoppedBy: 'proxy',
  },
  {
    name: 'a WebSocketStream',
    page: ({ host, port }) => script(`new WebSocketStream('ws://${host}:${port}/').opened.catch(() => {})`),
    stoppedBy: 'proxy',
  },
  {
    name: 'https',
    page: ({ host, port }) => `<img src="https://${host}:${port}/a.png">`,
    stoppedBy: 'proxy',
  },
  {
    name: 'an EventSource',
    page: ({ origin }) => script(`new EventSource('${origin}/')`),
    stoppedBy: 'proxy',
  },
  {
    name: 'WebTransport',
    page: ({ host, port }) =>
      script(`
        const transport = new WebTransport('https://${host}:${port}/')
        const tried = () => { document.title = 'tried' }
        transport.closed.catch(() => {})
        transport.ready.then(tried, tried)`),
    stoppedBy: 'browser',
    arrivesAs: 'datagram',
  },
  {
    name: 'WebRTC that asks a STUN server',
    page: ({ host, port }) => gather(`{ urls: 'stun:${host}:${port}' }`),
    stoppedBy: 'browser',
    arrivesAs: 'datagram',
  },
  {
    name: 'WebRTC that asks a TURN server',
    page: ({ host, port }) => gather(`{ urls: 'turn:${host}:${port}', username: 'a', credential: 'b' }`),
    stoppedBy: 'browser',
    arrivesAs: 'datagram',
  },
  {
    name: 'WebRTC that asks a TURN server over TCP',
    page: ({ host, port }) =>
      gather(`{ urls: 'turn:${host}:${port}?transport=tcp', username: 'a', credential: 'b' }`),
    stoppedBy: 'proxy',
  },
  {
    name: 'WebRTC that asks a TURN server over TLS',
    page: ({ host, port }) =>
      gather(`{ urls: 'turns:${host}:${port}?transport=tcp', username: 'a', credential: 'b' }`),
    stoppedBy: 'proxy',
  },
  {
    name: 'WebRTC that is told of a peer at the address',
    page: ({ host, port }) =>
      script(`
        const connection = new RTCPeerConnection()
        const candidate = 'candidate:1 1 udp 2122260223 ${host} ${port} typ host'
        connection.createDataChannel('data')
        connection.createOffer().then(async (offer) => {
          await connection.setLocalDescription(offer)
          const answer = offer.sdp.replace('a=setup:actpass', 'a=setup:active')
            .replace(/a=ice-ufrag:.*/, 'a=ice-ufrag:abcd').replace(/a=ice-pwd:.*/, 'a=ice-pwd:' + 'x'.repeat(24))
          await connection.setRemoteDescription({ type: 'answer', sdp: answer })
          await connection.addIceCandidate({ candidate, sdpMid: '0' })
          connection.oniceconnectionstatechange = () => { document.title = 'tried' }
          setTimeout(() => { document.title = 'tried' }, 500)
        })`),
    stoppedBy: 'browser',
    arrivesAs: 'datagram',
  },
  {
    name: 'a report of a violated content policy',
    page: () => `<img src="/elsewhere.png">`,
    headers: ({ origin }) => ({ 'Content-Security-Policy': `img-src 'none'; report-uri ${origin}/` }),
    stoppedBy: 'proxy',
  },
  {
    name: 'a report by the Reporting API',
    page: () => `<img src="/elsewhere.png">${script(tried)}`,
    headers: ({ origin }) => ({
      'Reporting-Endpoints': `endpoint="${origin}/"`,
      'Content-Security-Policy': `img-src 'none'; report-to endpoint`,
    }),
    stoppedBy: 'browser',
    // Only documents that were loaded over https may.
    control: 'none',
  },
]
