// Gives the tests on published builds a database before one of them loads the SDK, which looks for it once.
import 'fake-indexeddb/auto'
