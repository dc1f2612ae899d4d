package conformance

const connectorID = "acme-db"

// What the example's hooks say, in examples/acme-db.
const (
	saysStart   = "The acme database is there"
	saysPrompt  = "orders.amount is in EUR"
	saysRemove  = "rm -rf is not for agents"
	saysDrop    = "Tables are dropped by a migration"
	saysNowhere = "no table"
	saysQuery   = "customers was read without a condition"
	saysFailure = "Compare table and column names with acme_schema"
	saysStop    = "Verify the change with acme_query"
)
