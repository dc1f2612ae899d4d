module agentconnector/conformance

go 1.26.0
