package report

import "agentconnector/pkg/tokens"

// group brings rows of content to what the report is grouped by. By session, host
// or day there are none: content is there, whoever reads it and when.
func (t *Tokens) group(static []Row) (rows []Row) {
	at := map[Row]int{}
	for _, r := range static {
		k := Row{Kind: Static}
		switch t.by {
		case ByTool:
			k.Connector, k.Surface, k.Tool, k.ProjectKey = r.Connector, r.Surface, r.Tool, r.ProjectKey
		case ByConnector:
			k.Connector = r.Connector
		case BySurface:
			k.Surface = r.Surface
		case ByProject:
			k.ProjectKey = r.ProjectKey
		default:
			return nil
		}
		i, ok := at[k]
		if !ok {
			i = len(rows)
			at[k] = i
			rows = append(rows, k)
		}
		rows[i].Calls += r.Calls
		rows[i].OutputTokens += r.OutputTokens
		rows[i].Confidence = tokens.Weaker(rows[i].Confidence, r.Confidence)
	}
	for i := range rows {
		rows[i] = rows[i].finished()
	}
	return rows
}
