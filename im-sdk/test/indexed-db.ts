// IndexedDB outside of a browser, for devices that keep their data.
import 'fake-indexeddb/auto'
