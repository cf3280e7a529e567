// One person's wire to the sandbox: requests with answers, events as they come, and coming back when it is cut.

const STRANGER = 4000;

export class Socket {
  constructor(person, hear) {
    this.person = person;
    this.hear = hear;
    this.waiting = new Map();
    this.number = 0;
    this.closed = false;
    this.connect();
  }

  connect() {
    this.wire = new WebSocket(`ws://${location.host}/live?person=${this.person}`);
    this.wire.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.wire.onclose = ({ code }) => {
      for (const { reject } of this.waiting.values()) reject({ message: 'cut' });
      this.waiting.clear();
      if (this.closed) return;
      if (code === STRANGER) {
        location.reload(); // the sandbox was started anew: the same people, with other ids
        return;
      }
      this.hear('LOST', {});
      setTimeout(() => this.closed || this.connect(), 800);
    };
  }

  take({ t, d }) {
    if (t === 'DONE' || t === 'REFUSED') {
      const asked = this.waiting.get(d.n);
      this.waiting.delete(d.n);
      if (t === 'DONE') asked?.resolve(d.result);
      else asked?.reject(d);
    } else {
      this.hear(t, d);
    }
  }

  /** Ask for something; the promise holds the result, or is rejected with Discord's refusal. */
  ask(what, facts = {}) {
    if (this.wire.readyState !== WebSocket.OPEN) return Promise.reject({ message: 'cut' });
    const n = ++this.number;
    this.wire.send(JSON.stringify({ do: what, n, ...facts }));
    return new Promise((resolve, reject) => this.waiting.set(n, { resolve, reject }));
  }

  close() {
    this.closed = true;
    this.wire.close();
  }
}

/** A file as the wire carries it. */
export async function packed(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { name: file.name, data: btoa(text) };
}
